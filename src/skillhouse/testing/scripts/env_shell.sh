#: {"says": "A shell script starts with the same five variables.", "layer": "environment", "rules": ["SBX-6"],
#:  "stdout": "HOME\nLANG\nPATH\nSKILL_PARAMETERS\nTMPDIR\n"}
tr '\0' '\n' <"/proc/$$/environ" | cut -d= -f1 | sort
