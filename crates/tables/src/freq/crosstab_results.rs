//! Two-way tables as tables of results: displayed tables as they are drawn, data sets with a row for each cell and
//! each total.

use feedrate_rows::environment::{Audience, Cell, Listing, TableOfResults};
use feedrate_values::Kind;
use feedrate_values::missing::MISSING;

use super::cell_line::Line;
use super::crossing::Crossing;
use super::result_tables;

/// The ODS name of the tables.
const NAME: &str = "CrossTabFreqs";

/// Returns the displayed table, in which the levels of the last variable are above the columns.
pub(super) fn table(crossing: &Crossing<'_, '_>, titles: &[String]) -> TableOfResults {
    let table = crossing.table;
    let (rows, columns) = (table.classes() - 2, table.classes() - 1);
    let labelled = |place: usize| match table.name(place) {
        (name, "") => name.to_owned(),
        (name, label) => format!("{name} ({label})"),
    };
    let levels = crossing.columns.iter();
    let levels = levels.map(|&level| result_tables::title(table, columns, level));
    let levels: Vec<Cell> = levels.collect();
    let above = u32::try_from(levels.len()).unwrap_or(u32::MAX);
    let heads = vec![
        Cell::head(labelled(rows)).over(1, 2),
        Cell::head("").over(1, 2),
        Cell::head(labelled(columns)).over(above, 1),
        Cell::head("Total").over(1, 2),
    ];
    let numbers = levels
        .iter()
        .map(|level| result_tables::column(&level.text, &level.text, Kind::Number));
    let total = result_tables::column("Total", "Total", Kind::Number);
    let columns = [
        result_tables::column("Level", &labelled(rows), Kind::Text),
        result_tables::column("Statistic", "", Kind::Text),
    ];
    TableOfResults {
        name: NAME.to_owned(),
        title: titles.join("\n"),
        columns: columns.into_iter().chain(numbers).chain([total]).collect(),
        head: vec![heads, levels],
        audience: Audience::People,
        has_observations: false,
    }
}

/// Writes its rows, one for each line of a cell.
pub(super) fn rows(crossing: &Crossing<'_, '_>, lines: &[Line], out: &mut dyn Listing) {
    let table = crossing.table;
    let place = table.classes() - 2;
    let down = |lines: usize| u32::try_from(lines).unwrap_or(u32::MAX);
    let cell = |line: Line, number: f64| Cell::number(number, line.text(number));
    for (row, &level) in crossing.rows.iter().enumerate() {
        let mut title = Some(result_tables::title(table, place, level).over(1, down(lines.len())));
        for &line in lines {
            let mut cells: Vec<Cell> = title.take().into_iter().collect();
            cells.push(Cell::head(line.heading()));
            let columns = 0..crossing.columns.len();
            cells.extend(columns.map(|column| cell(line, line.number(crossing, row, column))));
            cells.push(total(line, crossing.row_totals[row], crossing.total));
            out.row(&cells);
        }
    }
    let of_totals = [Line::Frequency, Line::Percent];
    let shown = || of_totals.into_iter().filter(|line| lines.contains(line));
    let mut title = Some(Cell::head("Total").over(1, down(shown().count())));
    for line in shown() {
        let mut cells: Vec<Cell> = title.take().into_iter().collect();
        cells.push(Cell::head(line.heading()));
        let totals = crossing.column_totals.iter().chain([&crossing.total]);
        cells.extend(totals.map(|&number| total(line, number, crossing.total)));
        out.row(&cells);
    }
}

/// Returns a total, if a line has one.
fn total(line: Line, number: f64, of: f64) -> Cell {
    let total = line.total(number, of);
    total.map_or_else(|| Cell::text(""), |(number, text)| Cell::number(number, text))
}

/// Writes the table as a data set; `number` is that of the stratum, from 1.
pub(super) fn data_set(crossing: &Crossing<'_, '_>, lines: &[Line], number: u32, out: &mut dyn Listing) {
    let table = crossing.table;
    let mut columns = vec![result_tables::column("Table", "Table", Kind::Text)];
    columns.extend(result_tables::variables(table));
    columns.push(result_tables::column("_TYPE_", "Type of Observation", Kind::Text));
    columns.push(result_tables::column("_TABLE_", "Table Number", Kind::Number));
    let named = |line: Line| match line {
        Line::Frequency => ("Frequency", "Frequency Count"),
        Line::Expected => ("Expected", "Expected Frequency"),
        Line::Percent => ("Percent", "Percent of Total Frequency"),
        Line::OfRow => ("RowPercent", "Percent of Row Frequency"),
        Line::OfColumn => ("ColPercent", "Percent of Column Frequency"),
    };
    for &line in lines {
        let (name, label) = named(line);
        columns.push(result_tables::column(name, label, Kind::Number));
    }
    columns.push(result_tables::column("Missing", "Missing Frequency", Kind::Number));
    result_tables::data_set(NAME, columns, out, |out| {
        let request = result_tables::request(table);
        let row = |at: (Option<usize>, Option<usize>), out: &mut dyn Listing| {
            let mut cells = vec![Cell::text(request.as_str())];
            cells.extend(levels(crossing, at));
            let strata = "1".repeat(crossing.stratum.len());
            let sides = [at.0, at.1].map(|own| if own.is_some() { "1" } else { "0" });
            cells.push(Cell::text(strata + &sides.concat()));
            cells.push(Cell::number(number.into(), ""));
            cells.extend(
                lines
                    .iter()
                    .map(|&line| Cell::number(number_at(crossing, line, at), "")),
            );
            let missing = match at {
                (None, None) if crossing.stratum.is_empty() => table.missing(),
                _ => MISSING,
            };
            cells.push(Cell::number(missing, ""));
            out.row(&cells);
        };
        let columns = || (0..crossing.columns.len()).map(Some).chain([None]);
        for of_row in (0..crossing.rows.len()).map(Some).chain([None]) {
            for column in columns() {
                row((of_row, column), out);
            }
        }
    });
}

/// Returns the values of the variables of a cell or a total.
fn levels(crossing: &Crossing<'_, '_>, (row, column): (Option<usize>, Option<usize>)) -> Vec<Cell> {
    let table = crossing.table;
    let strata = crossing.stratum.iter().enumerate();
    let mut cells: Vec<Cell> = strata
        .map(|(place, &level)| result_tables::value(table, place, level))
        .collect();
    for (side, levels) in [(row, crossing.rows), (column, crossing.columns)] {
        let place = cells.len();
        cells.push(match side {
            Some(number) => result_tables::value(table, place, levels[number]),
            None => result_tables::no_value(table, place),
        });
    }
    cells
}

/// Returns the number in a line of a cell or a total.
fn number_at(crossing: &Crossing<'_, '_>, line: Line, (row, column): (Option<usize>, Option<usize>)) -> f64 {
    let total = match (row, column) {
        (Some(row), Some(column)) => return line.number(crossing, row, column),
        (Some(row), None) => crossing.row_totals[row],
        (None, Some(column)) => crossing.column_totals[column],
        (None, None) => crossing.total,
    };
    let total = line.total(total, crossing.total);
    total.map_or(MISSING, |(number, _)| number)
}
