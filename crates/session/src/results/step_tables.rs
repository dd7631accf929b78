//! The tables that a step produced, for ODS TRACE and for checking requests.

use feedrate_rows::environment::TableOfResults;

/// The most tables of a step that are kept.
const MOST: usize = 1000;

/// The tables that a step produced, by name and title.
#[derive(Clone, Debug, Default)]
pub(super) struct StepTables {
    tables: Vec<StepTable>,
}

#[derive(Clone, Debug)]
struct StepTable {
    name: String,
    title: String,
    times: u64,
}

impl StepTables {
    /// Adds a table.
    pub(super) fn add(&mut self, table: &TableOfResults) {
        let mut tables = self.tables.iter_mut();
        let same = tables.find(|own| own.name == table.name && own.title == table.title);
        if let Some(same) = same {
            same.times += 1;
        } else if self.tables.len() < MOST {
            self.tables.push(StepTable {
                name: table.name.clone(),
                title: table.title.clone(),
                times: 1,
            });
        }
    }

    /// Returns whether there is a table of that name.
    pub(super) fn has(&self, name: &str) -> bool {
        let mut tables = self.tables.iter();
        tables.any(|table| table.name.eq_ignore_ascii_case(name))
    }

    /// Returns whether there are no tables.
    pub(super) fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }

    /// Returns the lines of ODS TRACE for each table.
    pub(super) fn trace(&self) -> impl Iterator<Item = String> {
        self.tables.iter().map(|table| {
            let StepTable { name, title, times } = table;
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
