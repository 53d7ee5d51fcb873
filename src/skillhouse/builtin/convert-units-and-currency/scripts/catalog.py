"""Every unit: its exact size in the base unit of its dimension, and the other ways in which people write it.

A size is a fraction, as text. `fuel` is measured in metres per cubic metre of fuel; `l/100km` counts the other way round,
which is what the sign < says. Temperatures are `size offset`: kelvin = value × size + offset.
"""

DIMENSIONS = {
    "length": """
        m 1 meter meters metre metres; nm 1/1000000000 nanometre; um 1/1000000 µm μm micrometre micron microns
        mm 1/1000 millimetre millimetres millimeter millimeters; cm 1/100 centimetre centimetres centimeter centimeters
        dm 1/10 decimetre; km 1000 kilometre kilometres kilometer kilometers
        in 0.0254 inch inches; ft 0.3048 foot feet; yd 0.9144 yard yards; mi 1609.344 mile miles
        nmi 1852 nautical-mile nautical-miles; survey-ft 1200/3937 us-survey-foot; fathom 1.8288 fathoms
        furlong 201.168 furlongs; au 149597870700 astronomical-unit; ly 9460730472580800 light-year light-years
    """,
    "mass": """
        kg 1 kilogram kilograms kilo kilos; g 1/1000 gram grams; mg 1/1000000 milligram milligrams
        ug 1/1000000000 µg μg mcg microgram micrograms; t 1000 tonne tonnes metric-ton metric-tons
        lb 0.45359237 lbs pound pounds; oz 0.45359237/16 ounce ounces; st 14*0.45359237 stone stones
        short-ton 2000*0.45359237 us-ton us-tons; long-ton 2240*0.45359237 uk-ton imp-ton
        troy-oz 0.0311034768 ozt troy-ounce troy-ounces; ct 0.0002 carat carats; gr 0.45359237/7000 grain grains
    """,
    "volume": """
        m3 1 m³ cubic-metre cubic-meter; l 1/1000 L litre litres liter liters
        ml 1/1000000 mL cc cm3 cm³ millilitre millilitres milliliter milliliters
        cl 1/100000 cL centilitre; dl 1/10000 dL decilitre deciliter; hl 1/10 hL hectolitre hectoliter
        us-gal 0.003785411784 us-gallon us-gallons; us-qt 0.003785411784/4 us-quart us-quarts
        us-pt 0.003785411784/8 us-pint us-pints; us-cup 0.003785411784/16 us-cups
        us-fl-oz 0.003785411784/128 us-fluid-ounce us-fluid-ounces; us-tbsp 0.003785411784/256 us-tablespoon
        us-tsp 0.003785411784/768 us-teaspoon; bbl 42*0.003785411784 oil-barrel oil-barrels
        imp-gal 0.00454609 uk-gal imperial-gallon imperial-gallons; imp-qt 0.00454609/4 uk-qt imperial-quart
        imp-pt 0.00454609/8 uk-pt imperial-pint imperial-pints; imp-fl-oz 0.00454609/160 uk-fl-oz imperial-fluid-ounce
        metric-cup 0.00025 metric-cups; metric-tbsp 0.000015 metric-tablespoon; metric-tsp 0.000005 metric-teaspoon
        in3 0.0254*0.0254*0.0254 in³ cubic-inch cubic-inches; ft3 0.3048*0.3048*0.3048 ft³ cubic-foot cubic-feet
        yd3 0.9144*0.9144*0.9144 yd³ cubic-yard cubic-yards
    """,
    "area": """
        m2 1 m² sqm square-metre square-metres square-meter square-meters; cm2 1/10000 cm² square-centimetre
        km2 1000000 km² square-kilometre square-kilometer; ha 10000 hectare hectares; are 100 ares
        in2 0.0254*0.0254 in² sqin square-inch square-inches; ft2 0.3048*0.3048 ft² sqft square-foot square-feet
        yd2 0.9144*0.9144 yd² square-yard square-yards; acre 4046.8564224 acres ac
        mi2 1609.344*1609.344 mi² square-mile square-miles
    """,
    "time": """
        s 1 sec second seconds; ms 1/1000 millisecond milliseconds; min 60 minute minutes; h 3600 hr hour hours
        d 86400 day days; week 604800 weeks
    """,
    "speed": """
        m/s 1 mps; km/h 1000/3600 kmh kph; mph 1609.344/3600 mi/h; kn 1852/3600 knot knots kt; ft/s 0.3048 fps
    """,
    "pressure": """
        Pa 1 pascal; hPa 100 hectopascal; kPa 1000 kilopascal; MPa 1000000 megapascal; bar 100000; mbar 100 millibar
        atm 101325 atmosphere atmospheres; Torr 101325/760; mmHg 133.322387415; inHg 25.4*133.322387415
        psi 0.45359237*9.80665/0.0254/0.0254 lbf/in2; kgf/cm2 98066.5 kgf/cm² at
    """,
    "energy": """
        J 1 joule joules; kJ 1000 kilojoule kilojoules; MJ 1000000 megajoule megajoules; GJ 1000000000
        Wh 3600 watt-hour watt-hours; kWh 3600000 kilowatt-hour kilowatt-hours; MWh 3600000000; GWh 3600000000000
        cal 4.184 calorie calories; kcal 4184 Cal kilocalorie kilocalories; Btu 1055.05585262 BTU; therm 105505585.262
        eV 0.0000000000000000001602176634 electronvolt; ft-lbf 0.3048*0.45359237*9.80665 foot-pound foot-pounds
    """,
    "power": """
        W 1 watt watts; mW 1/1000 milliwatt; kW 1000 kilowatt kilowatts; MW 1000000 megawatt megawatts; GW 1000000000
        hp 550*0.3048*0.45359237*9.80665 horsepower; PS 75*9.80665 metric-hp metric-horsepower
        Btu/h 1055.05585262/3600 BTU/h
    """,
    "data": """
        B 8 byte bytes; kB 8000 kilobyte kilobytes; MB 8000000 megabyte megabytes; GB 8000000000 gigabyte gigabytes
        TB 8000000000000 terabyte terabytes; PB 8000000000000000 petabyte petabytes
        KiB 8*1024 kibibyte kibibytes; MiB 8*1048576 mebibyte mebibytes; GiB 8*1073741824 gibibyte gibibytes
        TiB 8*1099511627776 tebibyte tebibytes; PiB 8*1125899906842624 pebibyte pebibytes
        bit 1 bits; kbit 1000 kb kilobit kilobits; Mbit 1000000 Mb megabit megabits; Gbit 1000000000 Gb gigabit gigabits
        Tbit 1000000000000 Tb terabit; Kibit 1024 kibibit; Mibit 1048576 mebibit; Gibit 1073741824 gibibit
    """,
    "fuel": """
        km/l 1000000 kmpl; us-mpg 1609.344/0.003785411784 mpg-us; imp-mpg 1609.344/0.00454609 mpg-uk uk-mpg mpg-imp
        l/100km <100000000 L/100km
    """,
    "temperature": """
        K 1 0 kelvin; C 1 273.15 °C degC celsius; F 5/9 45967/180 °F degF fahrenheit; R 5/9 0 °R rankine
    """,
}

# What people write for more than one unit: asked back, never guessed.
UNCLEAR = {
    "gal": "us-gal imp-gal",
    "gallon": "us-gal imp-gal",
    "gallons": "us-gal imp-gal",
    "qt": "us-qt imp-qt",
    "quart": "us-qt imp-qt",
    "quarts": "us-qt imp-qt",
    "pt": "us-pt imp-pt",
    "pint": "us-pt imp-pt",
    "pints": "us-pt imp-pt",
    "cup": "us-cup metric-cup",
    "cups": "us-cup metric-cup",
    "fl-oz": "us-fl-oz imp-fl-oz",
    "floz": "us-fl-oz imp-fl-oz",
    "fluid-ounce": "us-fl-oz imp-fl-oz",
    "fluid-ounces": "us-fl-oz imp-fl-oz",
    "tbsp": "us-tbsp metric-tbsp",
    "tablespoon": "us-tbsp metric-tbsp",
    "tablespoons": "us-tbsp metric-tbsp",
    "tsp": "us-tsp metric-tsp",
    "teaspoon": "us-tsp metric-tsp",
    "teaspoons": "us-tsp metric-tsp",
    "ton": "t short-ton long-ton",
    "tons": "t short-ton long-ton",
    "mpg": "us-mpg imp-mpg",
    "barrel": "bbl us-gal",
    "KB": "kB KiB kbit",
    "b": "B bit",
}
