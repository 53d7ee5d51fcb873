"""Public holidays by rule, for the few calendars whose rules are stable enough to state exactly.

Each calendar is a function of the year that gives date → name. `FIRST_YEAR` is the first year that it is right for.
"""

from __future__ import annotations

import calendar
from collections.abc import Callable
from datetime import date, timedelta

from dateparts import BadData

DAY = timedelta(days=1)
MONDAY, THURSDAY, SATURDAY, SUNDAY = 0, 3, 5, 6


def easter(year: int) -> date:
    """Easter Sunday in the Gregorian calendar (the anonymous Gregorian computus)."""
    century, in_century = divmod(year, 100)
    golden = year % 19
    correction = (century - (century + 8) // 25 + 1) // 3
    epact = (19 * golden + century - century // 4 - correction + 15) % 30
    weekday = (32 + 2 * (century % 4) + 2 * (in_century // 4) - epact - in_century % 4) % 7
    late = (golden + 11 * epact + 22 * weekday) // 451
    month, day = divmod(epact + weekday - 7 * late + 114, 31)
    return date(year, month, day + 1)


def orthodox_easter(year: int) -> date:
    """Easter Sunday of the Julian computus, as a date of the Gregorian calendar."""
    full_moon = (19 * (year % 19) + 15) % 30
    weekday = (2 * (year % 4) + 4 * (year % 7) - full_moon + 34) % 7
    month, day = divmod(full_moon + weekday + 114, 31)
    julian_lag = year // 100 - year // 400 - 2
    return date(year, month, day + 1) + timedelta(days=julian_lag)


def nth_weekday(year: int, month: int, weekday: int, nth: int) -> date:
    """The nth weekday of a month, counted from its end when nth is negative."""
    if nth > 0:
        first = date(year, month, 1)
        return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (nth - 1))
    last = date(year, month, calendar.monthrange(year, month)[1])
    return last - timedelta(days=(last.weekday() - weekday) % 7 + 7 * (-nth - 1))


def target2(year: int) -> dict[date, str]:
    """Days on which the euro's settlement system is closed besides weekends (the calendar in force since 2002)."""
    sunday = easter(year)
    return {
        date(year, 1, 1): "New Year's Day",
        sunday - 2 * DAY: "Good Friday",
        sunday + DAY: "Easter Monday",
        date(year, 5, 1): "Labour Day",
        date(year, 12, 25): "Christmas Day",
        date(year, 12, 26): "26 December",
    }


def germany(year: int) -> dict[date, str]:
    """The holidays of all sixteen states; each state has more of its own."""
    sunday = easter(year)
    found = {
        date(year, 1, 1): "Neujahr",
        sunday - 2 * DAY: "Karfreitag",
        sunday + DAY: "Ostermontag",
        date(year, 5, 1): "Tag der Arbeit",
        sunday + 39 * DAY: "Christi Himmelfahrt",
        sunday + 50 * DAY: "Pfingstmontag",
        date(year, 10, 3): "Tag der Deutschen Einheit",
        date(year, 12, 25): "Erster Weihnachtstag",
        date(year, 12, 26): "Zweiter Weihnachtstag",
    }
    if sunday + 39 * DAY == date(year, 5, 1):
        found[date(year, 5, 1)] = "Tag der Arbeit, Christi Himmelfahrt"
    if year == 2017:
        found[date(2017, 10, 31)] = "Reformationstag (500 Jahre)"
    return found


def france(year: int) -> dict[date, str]:
    """The eleven legal holidays of metropolitan France; Alsace-Moselle has two more."""
    sunday = easter(year)
    found = {
        date(year, 1, 1): "Jour de l'an",
        sunday + DAY: "Lundi de Pâques",
        date(year, 5, 1): "Fête du Travail",
        date(year, 5, 8): "Victoire 1945",
        date(year, 7, 14): "Fête nationale",
        date(year, 8, 15): "Assomption",
        date(year, 11, 1): "Toussaint",
        date(year, 11, 11): "Armistice 1918",
        date(year, 12, 25): "Noël",
    }
    for day, name in ((sunday + 39 * DAY, "Ascension"), (sunday + 50 * DAY, "Lundi de Pentecôte")):
        found[day] = f"{found[day]}, {name}" if day in found else name
    return found


# Days that a proclamation moved or added in England and Wales; None takes the usual day away.
ENGLAND_CHANGES: dict[int, dict[date, str | None]] = {
    2002: {
        date(2002, 5, 27): None,
        date(2002, 6, 3): "Golden Jubilee bank holiday",
        date(2002, 6, 4): "Spring bank holiday",
    },
    2011: {date(2011, 4, 29): "Royal wedding bank holiday"},
    2012: {
        date(2012, 5, 28): None,
        date(2012, 6, 4): "Spring bank holiday",
        date(2012, 6, 5): "Diamond Jubilee bank holiday",
    },
    2020: {date(2020, 5, 4): None, date(2020, 5, 8): "Early May bank holiday (VE day)"},
    2022: {
        date(2022, 5, 30): None,
        date(2022, 6, 2): "Spring bank holiday",
        date(2022, 6, 3): "Platinum Jubilee bank holiday",
        date(2022, 9, 19): "State funeral of Queen Elizabeth II",
    },
    2023: {date(2023, 5, 8): "Coronation bank holiday"},
}


def england(year: int) -> dict[date, str]:
    """Bank holidays of England and Wales, with the substitute days for those that fall on a weekend."""
    sunday = easter(year)
    found = {
        sunday - 2 * DAY: "Good Friday",
        sunday + DAY: "Easter Monday",
        nth_weekday(year, 5, MONDAY, 1): "Early May bank holiday",
        nth_weekday(year, 5, MONDAY, -1): "Spring bank holiday",
        nth_weekday(year, 8, MONDAY, -1): "Summer bank holiday",
    }
    fixed = [
        (date(year, 1, 1), "New Year's Day"),
        (date(year, 12, 25), "Christmas Day"),
        (date(year, 12, 26), "Boxing Day"),
    ]
    # A day that falls on a working day keeps it; the others then take the next free ones, in order.
    for day, name in sorted(fixed, key=lambda one: one[0].weekday() >= SATURDAY):
        substitute = day
        while substitute.weekday() >= SATURDAY or substitute in found:
            substitute += DAY
        found[substitute] = name if substitute == day else f"{name} (substitute day)"
    for day, change in ENGLAND_CHANGES.get(year, {}).items():
        found.pop(day, None)
        if change:
            found[day] = change
    return found


def us_federal(year: int) -> dict[date, str]:
    """Federal holidays as employees with a Monday to Friday week observe them: Saturday → Friday, Sunday → Monday."""
    found = {
        nth_weekday(year, 1, MONDAY, 3): "Birthday of Martin Luther King, Jr.",
        nth_weekday(year, 2, MONDAY, 3): "Washington's Birthday",
        nth_weekday(year, 5, MONDAY, -1): "Memorial Day",
        nth_weekday(year, 9, MONDAY, 1): "Labor Day",
        nth_weekday(year, 10, MONDAY, 2): "Columbus Day",
        nth_weekday(year, 11, THURSDAY, 4): "Thanksgiving Day",
    }
    fixed = [
        (date(year, 1, 1), "New Year's Day"),
        (date(year, 7, 4), "Independence Day"),
        (date(year, 11, 11), "Veterans Day"),
        (date(year, 12, 25), "Christmas Day"),
    ]
    if year >= 2021:
        fixed.append((date(year, 6, 19), "Juneteenth"))
    if year < 9999:
        fixed.append((date(year + 1, 1, 1), "New Year's Day"))
    for day, name in fixed:
        observed = day + {SATURDAY: -DAY, SUNDAY: DAY}.get(day.weekday(), 0 * DAY)
        if observed.year == year:
            found[observed] = name if observed == day else f"{name} (observed)"
    return found


CALENDARS: dict[str, Callable[[int], dict[date, str]]] = {
    "target2": target2,
    "germany": germany,
    "france": france,
    "england-and-wales": england,
    "us-federal": us_federal,
}
FIRST_YEAR = {"target2": 2002, "germany": 1995, "france": 2008, "england-and-wales": 2000, "us-federal": 1986}


def holidays_of(name: str, year: int) -> dict[date, str]:
    """The holidays of one calendar in one year, in order. Raises BadData for a year before the rules hold."""
    if year < FIRST_YEAR[name]:
        raise BadData(f"the rules of {name} are right from {FIRST_YEAR[name]} on, and {year} is asked for")
    return dict(sorted(CALENDARS[name](year).items()))
