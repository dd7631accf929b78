//! A table with many columns, as several tables that fit the page.

use feedrate_document::{Column, Table};

/// The width of a page.
const WIDTH: usize = 80;

/// The space between two columns.
const GAP: usize = 2;

/// The widest head of a column that is not broken.
const WIDEST_HEAD: usize = 20;

/// The columns of names, which each of the tables has, and the columns of values.
pub(super) struct Wide {
    /// Heads and cells.
    pub(super) names: Vec<(String, Vec<String>)>,
    /// Heads and cells.
    pub(super) values: Vec<(String, Vec<String>)>,
}

impl Wide {
    /// Returns as few tables as have at most the width of a page, if a single column of values does.
    pub(super) fn tables(&self) -> Vec<Table> {
        let taken: usize = self.names.iter().map(|column| width(column) + GAP).sum();
        let mut tables = Vec::new();
        let mut from = 0;
        while from < self.values.len() {
            let mut free = WIDTH.saturating_sub(taken);
            let fits = self.values[from..].iter().take_while(|column| {
                let fits = width(column) <= free;
                free = free.saturating_sub(width(column) + GAP);
                fits
            });
            let end = from + fits.count().max(1);
            tables.push(self.table(&self.values[from..end]));
            from = end;
        }
        tables
    }

    fn table(&self, values: &[(String, Vec<String>)]) -> Table {
        let names = self.names.iter().map(|(head, _)| Column::left(head.clone()));
        let heads = values.iter().map(|(head, _)| Column::right(head.clone()));
        let mut table = Table::new(names.chain(heads));
        let rows = self.names.first().map_or(0, |(_, cells)| cells.len());
        for row in 0..rows {
            let columns = self.names.iter().chain(values);
            let cells = columns.map(|(_, cells)| cells.get(row).cloned().unwrap_or_default());
            table.push(cells, false);
        }
        table
    }
}

fn width((head, cells): &(String, Vec<String>)) -> usize {
    let of = |text: &String| text.chars().count();
    let cells = cells.iter().map(of).max().unwrap_or(0);
    cells.max(of(head).min(WIDEST_HEAD))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_that_do_not_fit_go_to_further_tables() {
        let column = |head: &str, width: usize| (head.to_owned(), vec!["x".repeat(width)]);
        let wide = |values| Wide {
            names: vec![column("figure", 10)],
            values,
        };
        let counts = |wide: Wide| {
            let tables = wide.tables();
            tables.iter().map(|table| table.columns.len() - 1).collect::<Vec<_>>()
        };
        // 10, and 5 times 2 and 12.
        assert_eq!(counts(wide(vec![column("a", 12); 5])), [5]);
        assert_eq!(counts(wide(vec![column("a", 12); 7])), [5, 2]);
        assert_eq!(counts(wide(vec![column("a", 200), column("b", 3)])), [1, 1]);
        assert_eq!(counts(wide(Vec::new())), [0; 0]);
    }
}
