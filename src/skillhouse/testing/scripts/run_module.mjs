//: {"says": "So does a .mjs file.", "layer": "runtimes", "rules": ["SBX-1"], "runtime": "node", "stdout": "notes\n"}
import { readFile } from "node:fs/promises";

process.stdout.write(await readFile(new URL("../reference/notes.txt", import.meta.url), "utf8"));
