//! The nesting of elements of the dimensions: the cells of a table, and their contents.

use feedrate_values::format::Format;

use super::request::{PercentBase, TableElement, TableFigure, TableNode, TableStatistic, TabulateTable};
use crate::aggregate::Statistic;

/// The elements on a path to a cell.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nesting<'t> {
    /// The bits of the class variables.
    pub classes: u64,
    /// True if ALL is one of them.
    pub all: bool,
    variable: Option<usize>,
    statistic: Option<&'t TableStatistic>,
    /// The innermost format.
    pub format: Option<&'t Format>,
}

/// An invalid nesting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NestingFault {
    /// Two statistics.
    #[error("There are multiple statistics associated with a single table cell")]
    Statistics,
    /// Two analysis variables.
    #[error("There are multiple analysis variables associated with a single table cell")]
    Variables,
    /// A class variable nested in itself.
    #[error("A class variable is crossed with itself in a single table cell")]
    Classes,
    /// A statistic without an analysis variable.
    #[error("{0} was requested without an analysis variable")]
    NoVariable(&'static str),
    /// A percentage without a denominator.
    #[error("No part of a denominator definition is a part of the table where its percentage stands")]
    NoDenominator,
}

impl<'t> Nesting<'t> {
    /// Returns this nesting with another element.
    pub fn with(self, node: &'t TableNode) -> Result<Self, NestingFault> {
        let mut inner = Self {
            format: node.format.as_ref(),
            ..Self::default()
        };
        match &node.element {
            TableElement::Class(_, bit) => inner.classes = *bit,
            TableElement::Variable(variable) => inner.variable = Some(*variable),
            TableElement::Statistic(statistic) => inner.statistic = Some(statistic),
            TableElement::All => inner.all = true,
        }
        self.join(inner)
    }

    /// Returns this nesting with the elements of another one.
    fn join(self, inner: Self) -> Result<Self, NestingFault> {
        if self.classes & inner.classes != 0 {
            return Err(NestingFault::Classes);
        }
        if self.variable.is_some() && inner.variable.is_some() {
            return Err(NestingFault::Variables);
        }
        if self.statistic.is_some() && inner.statistic.is_some() {
            return Err(NestingFault::Statistics);
        }
        Ok(Self {
            classes: self.classes | inner.classes,
            all: self.all || inner.all,
            variable: self.variable.or(inner.variable),
            statistic: self.statistic.or(inner.statistic),
            format: inner.format.or(self.format),
        })
    }
}

/// Returns the type and the content of the cells where a page, a row and a column meet.
pub fn figure(page: Nesting<'_>, row: Nesting<'_>, column: Nesting<'_>) -> Result<(u64, TableFigure), NestingFault> {
    let cell = page.join(row)?.join(column)?;
    let figure = match (cell.statistic, cell.variable) {
        (None, None) => TableFigure::Observations,
        (None, Some(variable)) => TableFigure::Statistic(variable, Statistic::Sum),
        (Some(TableStatistic::Of(Statistic::N)), None) => TableFigure::Observations,
        (Some(TableStatistic::Of(statistic)), None) => {
            return Err(NestingFault::NoVariable(statistic.keyword()));
        }
        (Some(TableStatistic::Of(statistic)), Some(variable)) => TableFigure::Statistic(variable, *statistic),
        (Some(TableStatistic::Percent { sum: true, .. }), None) => {
            return Err(NestingFault::NoVariable("PCTSUM"));
        }
        (Some(TableStatistic::Percent { sum, base }), variable) => {
            let (over, over_variable) = match base {
                PercentBase::Report => (0, None),
                PercentBase::Page => (page.classes, None),
                PercentBase::Row => (page.classes | row.classes, None),
                PercentBase::Column => (page.classes | column.classes, None),
                PercentBase::Crossings(crossings) => {
                    let crossing = crossings
                        .iter()
                        .find(|crossing| crossing.classes & !cell.classes == 0 && (cell.all || !crossing.all));
                    let crossing = crossing.ok_or(NestingFault::NoDenominator)?;
                    (cell.classes & !crossing.classes, crossing.variable)
                }
            };
            TableFigure::Percent {
                variable,
                sum: *sum,
                over,
                over_variable: over_variable.or(variable),
            }
        }
    };
    Ok((cell.classes, figure))
}

/// Returns the nestings of all leaves of a dimension; collects the class variables of all elements in `prefixes`. A
/// dimension without elements has one empty nesting.
pub fn nestings<'t>(dimension: &'t [TableNode], prefixes: &mut Vec<u64>) -> Result<Vec<Nesting<'t>>, NestingFault> {
    fn walk<'t>(
        nodes: &'t [TableNode],
        outer: Nesting<'t>,
        prefixes: &mut Vec<u64>,
        found: &mut Vec<Nesting<'t>>,
    ) -> Result<(), NestingFault> {
        for node in nodes {
            let nesting = outer.with(node)?;
            prefixes.push(nesting.classes);
            match node.children.is_empty() {
                true => found.push(nesting),
                false => walk(&node.children, nesting, prefixes, found)?,
            }
        }
        Ok(())
    }
    let mut found = Vec::new();
    if dimension.is_empty() {
        prefixes.push(0);
        found.push(Nesting::default());
    }
    walk(dimension, Nesting::default(), prefixes, &mut found)?;
    Ok(found)
}

/// The requirements of a table.
#[derive(Clone, Debug, Default)]
pub struct TableNeeds {
    /// The types of cells, of denominators, and of rows and columns.
    pub types: Vec<u64>,
    /// The contents of its cells, with the types of the cells, each once and in the order of the table.
    pub figures: Vec<(u64, TableFigure)>,
}

/// The maximum number of kinds of cells of a table, which is checked before they are enumerated.
pub const MOST_KINDS: usize = 1 << 20;

impl TabulateTable {
    /// Returns the requirements of the table; `None` if it has more than [`MOST_KINDS`] kinds of cells.
    pub fn needs(&self) -> Result<Option<TableNeeds>, NestingFault> {
        let mut page_types = Vec::new();
        let pages = nestings(&self.page, &mut page_types)?;
        let mut prefixes = Vec::new();
        let rows = nestings(&self.row, &mut prefixes)?;
        let columns = nestings(&self.column, &mut prefixes)?;
        let kinds = pages.len().saturating_mul(rows.len()).saturating_mul(columns.len());
        if kinds > MOST_KINDS || page_types.len().saturating_mul(prefixes.len()) > MOST_KINDS {
            return Ok(None);
        }
        let mut needs = TableNeeds::default();
        needs.types.extend(&page_types);
        let mut met = std::collections::HashSet::new();
        for page in &pages {
            needs.types.extend(prefixes.iter().map(|prefix| page.classes | prefix));
            for row in &rows {
                for column in &columns {
                    let (bits, figure) = figure(*page, *row, *column)?;
                    if met.insert((bits, figure)) {
                        needs.figures.push((bits, figure));
                        needs.types.push(bits);
                    }
                    if let TableFigure::Percent { over, .. } = figure {
                        needs.types.push(over);
                    }
                }
            }
        }
        needs.types.sort_unstable();
        needs.types.dedup();
        Ok(Some(needs))
    }
}

#[cfg(test)]
mod tests {
    use super::super::request::Crossing;
    use super::*;

    fn class(bit: u64) -> TableNode {
        node(TableElement::Class(0, bit))
    }

    fn node(element: TableElement) -> TableNode {
        TableNode {
            id: 0,
            element,
            label: String::new(),
            format: None,
            children: Vec::new(),
        }
    }

    fn percent(base: PercentBase) -> TableNode {
        node(TableElement::Statistic(TableStatistic::Percent { sum: false, base }))
    }

    fn nesting<'t>(nodes: &[&'t TableNode]) -> Result<Nesting<'t>, NestingFault> {
        let mut nesting = Nesting::default();
        for node in nodes {
            nesting = nesting.with(node)?;
        }
        Ok(nesting)
    }

    #[test]
    fn what_is_shown_by_default_is_counts_and_sums() {
        let (a, x) = (class(2), node(TableElement::Variable(1)));
        let none = Nesting::default();
        let (row, column) = (nesting(&[&a]).unwrap(), nesting(&[&x]).unwrap());
        assert_eq!(figure(none, row, none), Ok((2, TableFigure::Observations)));
        let sum = TableFigure::Statistic(1, Statistic::Sum);
        assert_eq!(figure(none, row, column), Ok((2, sum)));
        assert_eq!(figure(row, row, none), Err(NestingFault::Classes));
        assert_eq!(figure(column, row, column), Err(NestingFault::Variables));
        assert_eq!(nesting(&[&a, &a]).err(), Some(NestingFault::Classes));
    }

    #[test]
    fn percentages_are_of_what_their_base_says() {
        let (page, row, column) = (class(4), class(2), class(1));
        let over = |base: PercentBase| {
            let statistic = percent(base);
            let nestings = [
                nesting(&[&page]).unwrap(),
                nesting(&[&row]).unwrap(),
                nesting(&[&column, &statistic]).unwrap(),
            ];
            match figure(nestings[0], nestings[1], nestings[2]) {
                Ok((7, TableFigure::Percent { over, .. })) => Ok(over),
                Ok(other) => panic!("{other:?}"),
                Err(fault) => Err(fault),
            }
        };
        assert_eq!(over(PercentBase::Report), Ok(0));
        assert_eq!(over(PercentBase::Page), Ok(4));
        assert_eq!(over(PercentBase::Row), Ok(6));
        assert_eq!(over(PercentBase::Column), Ok(5));
        let crossing = |classes, all| Crossing {
            classes,
            all,
            variable: None,
        };
        // ALL is not in the nesting; the first crossing that is part of it counts.
        let crossings = vec![crossing(3, true), crossing(3, false), crossing(1, false)];
        assert_eq!(over(PercentBase::Crossings(crossings)), Ok(4));
        let crossings = vec![crossing(8, false)];
        assert_eq!(
            over(PercentBase::Crossings(crossings)),
            Err(NestingFault::NoDenominator)
        );
    }
}
