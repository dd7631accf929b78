//! A fitted model, with the request and the levels of its classes.

use feedrate_procedure::results::Results;
use feedrate_rows::environment::Cell;
use feedrate_stats::glm::Column;

use super::gather::ResponseFit;
use super::levels::ClassLevels;
use super::request::Glm;

/// The model of a response in a BY group.
#[derive(Clone, Copy, Debug)]
pub(super) struct ResponseModel<'f, 'm> {
    pub glm: &'m Glm,
    pub fitting: &'f ResponseFit,
    pub levels: &'f [ClassLevels<'m>],
}

impl ResponseModel<'_, '_> {
    /// Returns the name of the response.
    pub(super) fn response(&self) -> &str {
        &self.glm.responses[self.fitting.response].name
    }

    /// Returns the columns that identify the response in data sets of tables.
    pub(super) fn key_cells(&self) -> [(&'static str, Cell); 1] {
        [("Dependent", Cell::text(self.response()))]
    }

    /// Returns the columns that identify the response and an effect in data sets of tables.
    pub(super) fn effect_keys(&self, effect: usize) -> [(&'static str, Cell); 2] {
        let name = &self.glm.effects[effect].name;
        let [dependent] = self.key_cells();
        [("Effect", Cell::text(name)), dependent]
    }

    /// Returns the name of a parameter: its effect and levels.
    pub(super) fn parameter(&self, column: &Column) -> String {
        let Some(effect) = column.effect.and_then(|effect| self.glm.effects.get(effect)) else {
            return "Intercept".to_owned();
        };
        // Levels are in the order of the variables in the effect's name, which is not that of columns.
        let shown = effect.effect.crossed.iter().chain(&effect.effect.nested);
        let order = effect.effect.classes();
        let labels = shown.filter_map(|class| {
            let place = order.iter().position(|other| other == class)?;
            Some(self.levels[*class].label(*column.levels.get(place)?))
        });
        let parts = std::iter::once(effect.name.as_str()).chain(labels);
        parts.collect::<Vec<_>>().join(" ")
    }

    /// Returns a table whose first columns are the class variables of an effect.
    pub(super) fn table_of_levels(&self, name: &str, title: &str, effect: usize, above: &str) -> Results {
        let classes = self.glm.effects[effect].effect.classes();
        let table = Results::new(name, title).with_keys(classes.len().max(1));
        classes.iter().fold(table, |table, class| {
            let class = self.levels[*class].name();
            table.text(class, &format!("{above}{class}"))
        })
    }

    /// Returns the cells of those columns.
    pub(super) fn level_cells(&self, effect: usize, levels: &[u32]) -> Vec<Cell> {
        let classes = self.glm.effects[effect].effect.classes();
        let cells = classes.iter().zip(levels);
        let cells = cells.map(|(class, level)| Cell::text(self.levels[*class].label(*level)));
        cells.collect()
    }
}
