//! Rows and columns.

/// On which side of its column text stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// Names and sentences.
    Left,
    /// Numbers.
    Right,
}

/// The head of a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// What the column holds.
    pub name: String,
    /// The unit of its numbers, said once here instead of in every cell.
    pub unit: Option<String>,
    /// On which side its text stands.
    pub align: Align,
}

impl Column {
    /// A column of names or sentences.
    pub fn left(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            unit: None,
            align: Align::Left,
        }
    }

    /// A column of numbers.
    pub fn right(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            unit: None,
            align: Align::Right,
        }
    }

    /// Sets the unit of the column's numbers.
    #[must_use]
    pub fn unit(mut self, unit: impl Into<String>) -> Self {
        self.unit = Some(unit.into());
        self
    }
}

/// The cells of one row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The text of each cell, in the order of the columns.
    pub cells: Vec<String>,
    /// Whether the row is the one to look at.
    pub highlighted: bool,
}

/// Rows and columns. A row that is too short counts as padded with empty
/// cells, and one that is too long as cut.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Table {
    /// What the table shows.
    pub title: Option<String>,
    /// What the reader must know to read it, shown beneath.
    pub caption: Option<String>,
    /// The heads of the columns.
    pub columns: Vec<Column>,
    /// The rows.
    pub rows: Vec<Row>,
}

impl Table {
    /// A table without rows yet.
    pub fn new(columns: impl IntoIterator<Item = Column>) -> Self {
        Self {
            columns: columns.into_iter().collect(),
            ..Self::default()
        }
    }

    /// Says what the table shows.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Says what the reader must know to read the table.
    #[must_use]
    pub fn caption(mut self, caption: impl Into<String>) -> Self {
        self.caption = Some(caption.into());
        self
    }

    /// Adds a row.
    #[must_use]
    pub fn row(mut self, cells: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.push(cells, false);
        self
    }

    /// Adds the row to look at.
    #[must_use]
    pub fn highlighted_row(mut self, cells: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.push(cells, true);
        self
    }

    /// Adds a row.
    pub fn push(&mut self, cells: impl IntoIterator<Item = impl Into<String>>, highlighted: bool) {
        let cells = cells.into_iter().map(Into::into).collect();
        self.rows.push(Row { cells, highlighted });
    }
}

impl Row {
    /// The text of a column's cell, empty where the row has none.
    pub(crate) fn cell(&self, column: usize) -> &str {
        self.cells.get(column).map_or("", String::as_str)
    }
}
