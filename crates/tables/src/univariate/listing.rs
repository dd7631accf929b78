//! The tables of a variable.

use feedrate_program::Slot;
use feedrate_rows::environment::Cell;
use feedrate_rows::{Runtime, Values};
use feedrate_values::Kind;
use feedrate_values::format::fixed as rounded;
use feedrate_values::missing::{MISSING, PLACEHOLDER};

use super::number::{WIDTH, best, count};
use super::order_statistics::OrderStatistics;
use super::request::Univariate;
use super::shown::VariableTable;
use crate::aggregate::{GroupResults, Statistic};

/// A variable in a combination of class values.
pub(super) struct VariableListing<'l, 'c, 'm, 'r> {
    pub univariate: &'l Univariate,
    pub computed: &'l GroupResults<'c, 'm, 'r>,
    pub found: &'l OrderStatistics,
    pub variable: usize,
    /// The name of the variable and the class values, with which the rows of data sets begin.
    keys: Vec<Cell>,
}

impl<'l, 'c, 'm, 'r> VariableListing<'l, 'c, 'm, 'r> {
    /// Returns the listing of a variable; the class values are in the vector.
    pub(super) fn new(
        univariate: &'l Univariate,
        computed: &'l GroupResults<'c, 'm, 'r>,
        found: &'l OrderStatistics,
        variable: usize,
        values: &Values,
    ) -> Self {
        let aggregation = &univariate.aggregation;
        let classes = aggregation.classes.iter();
        let classes = classes.map(|class| Cell::of(values.value(class.slot), &class.format));
        let name = Cell::text(&aggregation.variables[variable].name);
        Self {
            keys: std::iter::once(name).chain(classes).collect(),
            univariate,
            computed,
            found,
            variable,
        }
    }

    /// Lists its tables in lines of at most `width` characters.
    pub(super) fn list(&self, width: usize, runtime: &mut Runtime<'_, '_>) {
        for title in self.titles(runtime) {
            runtime.listing().line(title.as_bytes());
        }
        runtime.listing().line(b"");
        let note = self.note_of_modes();
        for (table, note) in [
            (Some(self.moments()), None),
            (Some(self.measures()), note.as_deref()),
            (self.intervals(), None),
            (Some(self.locations()), None),
            (self.normality(), None),
            (Some(self.quantiles()), None),
            (self.extremes(runtime), None),
            (self.missing(), None),
        ] {
            if let Some(table) = table {
                table.show(width, note, runtime.listing());
            }
        }
    }

    /// Returns the lines above its tables.
    fn titles(&self, runtime: &Runtime<'_, '_>) -> Vec<String> {
        let aggregation = &self.univariate.aggregation;
        let variable = &aggregation.variables[self.variable];
        let label = match variable.label.is_empty() {
            true => String::new(),
            false => format!("  ({})", variable.label),
        };
        let mut titles = vec![format!("Variable:  {}{label}", variable.name)];
        let classes = aggregation.classes.iter().zip(&self.keys[1..]);
        titles.extend(classes.map(|(class, cell)| format!("{} = {}", class.heading, cell.text)));
        for (slot, name) in [(aggregation.frequency, "Freq:  "), (aggregation.weight, "Weight:  ")] {
            let mut variables = runtime.core.step.vector.variables.iter();
            let found = slot.and_then(|slot| variables.find(|own| own.slot == Slot::Number(slot)));
            titles.extend(found.map(|found| format!("{name}{}", found.name)));
        }
        titles
    }

    /// Returns a table whose first columns are the variable and the class values.
    pub(super) fn table(&self, name: &str, title: &str) -> VariableTable {
        let classes = self.univariate.aggregation.classes.iter();
        let table = VariableTable::new(name, title, &self.keys).hidden("VarName", Kind::Text);
        classes.fold(table, |table, class| table.hidden(&class.heading, class.kind()))
    }

    /// Returns a statistic.
    pub(super) fn figure(&self, statistic: Statistic) -> f64 {
        let current = self.computed.current();
        current.figures.of(self.variable, statistic)
    }

    /// Returns the note that there are several modes.
    fn note_of_modes(&self) -> Option<String> {
        let modes = &self.found.modes;
        modes.mode().filter(|_| modes.count > 1).map(|_| {
            format!(
                "Note: The mode displayed is the smallest of {} modes with a count of {}.",
                modes.count,
                count(modes.times)
            )
        })
    }

    /// Returns the table of the observations with the least and the greatest values.
    fn extremes(&self, runtime: &mut Runtime<'_, '_>) -> Option<VariableTable> {
        let detailed = self.computed.detailed(self.variable);
        let (least, greatest) = (detailed.least(), detailed.greatest());
        if least.is_empty() {
            return None;
        }
        let mut table = self.table("ExtremeObs", "Extreme Observations");
        for (side, heading) in [("Low", "Lowest"), ("High", "Highest")] {
            table = table.number(side, &format!("{heading}\nValue"));
            for id in &self.univariate.ids {
                let name = format!("{}_{side}", id.name);
                table = table.column(&name, &id.name, id.slot.kind(), true);
            }
            table = table.number(&format!("{side}Obs"), "Obs");
        }
        let kept = runtime.core.values.clone();
        for row in 0..least.len().max(greatest.len()) {
            let mut cells = Vec::new();
            for entries in [&least, &greatest] {
                let entry = entries.get(row).copied();
                let (value, tag) = entry.unwrap_or((MISSING, &[]));
                cells.push(Cell::number(value, best(value, WIDTH)));
                self.computed.load_ids(tag, &mut runtime.core.values);
                for id in &self.univariate.ids {
                    let value = runtime.core.values.value(id.slot);
                    cells.push(Cell::of(value, &id.format));
                }
                let number = tag.first().copied().unwrap_or(MISSING);
                cells.push(Cell::number(number, count(number)));
            }
            table.push(cells);
        }
        // Restores the ID values of the group.
        runtime.core.values = kept;
        Some(table)
    }

    /// Returns the table of missing values.
    fn missing(&self) -> Option<VariableTable> {
        let detailed = self.computed.detailed(self.variable);
        let kinds: Vec<(f64, f64)> = detailed.missing().collect();
        if kinds.is_empty() {
            return None;
        }
        let all = self.computed.current().observations;
        let missing: f64 = kinds.iter().map(|(_, times)| times).sum();
        let mut table = self
            .table("MissingValues", "Missing Values")
            .text("MissVal", "Missing\nValue")
            .number("Count", "Count")
            .number("CountNObs", "Percent Of\nAll Obs")
            .number("CountNMiss", "Percent Of\nMissing Obs");
        for (kind, times) in kinds {
            let letter = feedrate_values::missing::letter(kind).flatten();
            let name = letter.map_or_else(|| PLACEHOLDER.to_owned(), |letter| format!(".{letter}"));
            let percent = |of: f64| {
                let share = 100.0 * times / of;
                Cell::number(share, rounded(share, 2))
            };
            table.push(vec![
                Cell::text(name),
                Cell::number(times, count(times)),
                percent(all),
                percent(missing),
            ]);
        }
        Some(table)
    }
}
