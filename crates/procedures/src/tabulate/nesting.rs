//! What elements of the dimensions come to where they are nested in one another: which cells a table has,
//! and what stands in them.

use feedrate_values::format::Format;

use super::request::{
    PercentBase, TableElement, TableFigure, TableNode, TableStatistic, TabulateTable,
};
use crate::aggregate::Statistic;

/// The elements on the way to a cell.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nesting<'t> {
    /// The bits of the class variables.
    pub classes: u64,
    /// Whether ALL is among them.
    pub all: bool,
    variable: Option<usize>,
    statistic: Option<&'t TableStatistic>,
    /// The innermost format.
    pub format: Option<&'t Format>,
}

/// Why a nesting makes no cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NestingFault {
    /// Two statistics.
    #[error("There are multiple statistics associated with a single table cell")]
    Statistics,
    /// Two analysis variables.
    #[error("There are multiple analysis variables associated with a single table cell")]
    Variables,
    /// A class variable in itself.
    #[error("A class variable is crossed with itself in a single table cell")]
    Classes,
    /// A statistic without a variable.
    #[error("{0} was requested without an analysis variable")]
    NoVariable(&'static str),
    /// A percentage without a denominator.
    #[error(
        "No part of a denominator definition is a part of the table where its percentage stands"
    )]
    NoDenominator,
}

impl<'t> Nesting<'t> {
    /// With one element more.
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

    /// With those of another dimension, or of what is nested in it.
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

/// The type of the cells where a page, a row and a column meet, and what they show.
pub fn figure(
    page: Nesting<'_>,
    row: Nesting<'_>,
    column: Nesting<'_>,
) -> Result<(u64, TableFigure), NestingFault> {
    let cell = page.join(row)?.join(column)?;
    let figure = match (cell.statistic, cell.variable) {
        (None, None) => TableFigure::Observations,
        (None, Some(variable)) => TableFigure::Statistic(variable, Statistic::Sum),
        (Some(TableStatistic::Of(Statistic::N)), None) => TableFigure::Observations,
        (Some(TableStatistic::Of(statistic)), None) => {
            return Err(NestingFault::NoVariable(statistic.keyword()));
        }
        (Some(TableStatistic::Of(statistic)), Some(variable)) => {
            TableFigure::Statistic(variable, *statistic)
        }
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
                    let crossing = crossings.iter().find(|crossing| {
                        crossing.classes & !cell.classes == 0 && (cell.all || !crossing.all)
                    });
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

/// The nestings of all elements of a dimension in which nothing is nested, and in `prefixes` the classes
/// of all elements. A dimension without elements is one nesting of nothing.
pub fn nestings<'t>(
    dimension: &'t [TableNode],
    prefixes: &mut Vec<u64>,
) -> Result<Vec<Nesting<'t>>, NestingFault> {
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

/// What a table needs.
#[derive(Clone, Debug, Default)]
pub struct TableNeeds {
    /// The types: those of cells, of denominators, and of what stands in rows and columns.
    pub types: Vec<u64>,
    /// What its cells show, with the type of the cells, each once and in the order of the table.
    pub figures: Vec<(u64, TableFigure)>,
}

/// The most kinds of cells of a table. It is told before any of them is looked at.
pub const MOST_KINDS: usize = 1 << 20;

impl TabulateTable {
    /// What it needs; `None` where it has more than [`MOST_KINDS`] kinds of cells.
    pub fn needs(&self) -> Result<Option<TableNeeds>, NestingFault> {
        let mut page_types = Vec::new();
        let pages = nestings(&self.page, &mut page_types)?;
        let mut prefixes = Vec::new();
        let rows = nestings(&self.row, &mut prefixes)?;
        let columns = nestings(&self.column, &mut prefixes)?;
        let kinds = pages
            .len()
            .saturating_mul(rows.len())
            .saturating_mul(columns.len());
        if kinds > MOST_KINDS || page_types.len().saturating_mul(prefixes.len()) > MOST_KINDS {
            return Ok(None);
        }
        let mut needs = TableNeeds::default();
        needs.types.extend(&page_types);
        let mut met = std::collections::HashSet::new();
        for page in &pages {
            needs
                .types
                .extend(prefixes.iter().map(|prefix| page.classes | prefix));
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
        node(TableElement::Statistic(TableStatistic::Percent {
            sum: false,
            base,
        }))
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
        // ALL is not there; the first that is there counts.
        let crossings = vec![crossing(3, true), crossing(3, false), crossing(1, false)];
        assert_eq!(over(PercentBase::Crossings(crossings)), Ok(4));
        let crossings = vec![crossing(8, false)];
        assert_eq!(
            over(PercentBase::Crossings(crossings)),
            Err(NestingFault::NoDenominator)
        );
    }
}
