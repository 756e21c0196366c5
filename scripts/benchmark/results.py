"""The figures of a report, and what has become slower since an earlier one."""

import json
import re

# A neighbour on the machine changes a ratio of two programs by less.
SLOWER = 0.85


def figures(report):
    """The numbers of its tables: by table, row and column. A heading that comes twice in a table is counted."""
    found, table, columns = {}, None, None
    for line in "\n".join(report).splitlines():
        if not line.startswith("|"):
            table = None
            continue
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if table is None:
            table, columns = cells[0], numbered(cells[1:])
        elif not set(line) <= set("|-: "):
            numbers = {column: number(cell) for column, cell in zip(columns, cells[1:])}
            found.setdefault(table, {})[cells[0]] = {c: n for c, n in numbers.items() if n is not None}
    return found


def numbered(columns):
    return [column if columns.count(column) == 1 else f"{column} ({columns[:place].count(column) + 1})"
            for place, column in enumerate(columns)]


def number(cell):
    match = re.match(r"-?[\d,]+(\.\d+)?", cell)
    return float(match[0].replace(",", "")) if match else None


def written(heading, report):
    """What `--compare` reads."""
    return json.dumps({"run": heading, "figures": figures(report)}, ensure_ascii=False, indent=1) + "\n"


def compare(old, report):
    """Lines that say how each ratio has changed since, and if one is worse by more than 15 %."""
    lines, is_slower = [f"Since: {old['run']}", ""], False
    for table, rows in figures(report).items():
        for row, columns in rows.items():
            before, now = (f.get("ratio") for f in (old["figures"].get(table, {}).get(row, {}), columns))
            if not before or now is None:
                continue
            is_worse = now < before * SLOWER
            is_slower = is_slower or is_worse
            lines.append(f"{'SLOWER' if is_worse else '      '} {before:.2f} → {now:.2f}  {table}: {row}")
    return lines, is_slower
