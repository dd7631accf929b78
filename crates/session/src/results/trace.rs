//! The tables that a step gave: ODS TRACE names them, and what was asked for is held against them.

use feedrate_steps::environment::TableOfResults;

/// Names that are kept of a step. More are only counted.
const MOST: usize = 1000;

/// The tables that a step gave.
#[derive(Clone, Debug, Default)]
pub(super) struct Given {
    tables: Vec<GivenTable>,
}

#[derive(Clone, Debug)]
struct GivenTable {
    name: String,
    title: String,
    times: u64,
}

impl Given {
    /// A table was given.
    pub(super) fn add(&mut self, table: &TableOfResults) {
        let mut tables = self.tables.iter_mut();
        let given = tables.find(|given| given.name == table.name && given.title == table.title);
        if let Some(given) = given {
            given.times += 1;
        } else if self.tables.len() < MOST {
            self.tables.push(GivenTable {
                name: table.name.clone(),
                title: table.title.clone(),
                times: 1,
            });
        }
    }

    /// Whether a table of that name was given.
    pub(super) fn has(&self, name: &str) -> bool {
        let mut tables = self.tables.iter();
        tables.any(|given| given.name.eq_ignore_ascii_case(name))
    }

    /// Whether none was.
    pub(super) fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }

    /// What ODS TRACE says of each.
    pub(super) fn told(&self) -> impl Iterator<Item = String> {
        self.tables.iter().map(|given| {
            let GivenTable { name, title, times } = given;
            let mut text = format!("Output Added:\nName:       {name}");
            if !title.is_empty() {
                text.push_str(&format!("\nLabel:      {}", title.replace('\n', " ")));
            }
            if *times > 1 {
                text.push_str(&format!("\nTables:     {times}"));
            }
            text
        })
    }
}
