//! Tables.

/// The alignment of a column.
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
    /// The name of the column.
    pub name: String,
    /// The unit of its numbers, shown here instead of in every cell.
    pub unit: Option<String>,
    /// Its alignment.
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
    /// True if the row is highlighted.
    pub highlighted: bool,
}

/// Rows and columns. Missing cells at the end of a row are empty, and excess cells are dropped.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Table {
    /// The title.
    pub title: Option<String>,
    /// The explanation beneath it.
    pub caption: Option<String>,
    /// The heads of the columns.
    pub columns: Vec<Column>,
    /// The rows.
    pub rows: Vec<Row>,
}

impl Table {
    /// Creates a table without rows.
    pub fn new(columns: impl IntoIterator<Item = Column>) -> Self {
        Self {
            columns: columns.into_iter().collect(),
            ..Self::default()
        }
    }

    /// Sets the title.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Sets the explanation beneath the table.
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

    /// Adds a highlighted row.
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
    /// Returns the text of a column's cell, empty if the row has none.
    pub(crate) fn cell(&self, column: usize) -> &str {
        self.cells.get(column).map_or("", String::as_str)
    }
}
