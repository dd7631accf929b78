//! Resolves the names in dimensions to variables and statistics.

use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::{Name, VariableRange};
use feedrate_language::{Diagnostic, Position};
use feedrate_lower::formats::{found_format, of_kind};
use feedrate_lower::list::Roster;
use feedrate_procedure::grammar::input::InputVariables;
use feedrate_procedure::grammar::lowering::ProcedureLowering;
use feedrate_values::format::Format;
use feedrate_values::{Kind, Spec};

use super::expression::{Expression, Names};
use super::keywords::Keyword;
use super::nodes::{check_count, count, nest, number, shown_by};
use super::roles::Roles;
use super::statements::{Statements, Table};
use super::table_options::Box as BoxOption;
use crate::grammar::{label_or_name, with_nearest};
use crate::tabulate::{Corner, Crossing, PercentBase, TableElement, TableNode, TableStatistic, TabulateTable};

/// Resolves names.
pub(super) struct Resolver<'r, 'p> {
    pub lowering: &'r ProcedureLowering<'p>,
    pub variables: InputVariables<'r>,
    pub roles: &'r Roles,
    pub statements: &'r Statements,
}

impl Resolver<'_, '_> {
    /// Resolves a TABLE statement.
    pub(super) fn table(&self, table: &Table) -> Result<TabulateTable> {
        let mut dimensions = Vec::new();
        for dimension in &table.dimensions {
            dimensions.push(self.concatenation(dimension, table.at)?);
        }
        let mut column = dimensions.pop().unwrap_or_default();
        self.add_defaults(&dimensions, &mut column);
        number(&mut column, &mut 0);
        for dimension in &mut dimensions {
            number(dimension, &mut 0);
        }
        let row = dimensions.pop().unwrap_or_default();
        let page = dimensions.pop().unwrap_or_default();
        let options = &table.options;
        Ok(TabulateTable {
            page,
            row,
            column,
            corner: match &options.corner {
                None => Corner::Empty,
                Some(BoxOption::Text(text)) => Corner::Text(text.clone()),
                Some(BoxOption::Named(name)) if name.text.eq_ignore_ascii_case("_PAGE_") => Corner::Page,
                Some(BoxOption::Named(name)) => Corner::Text(label_or_name(self.variables, self.variables.one(name)?)),
            },
            title_space: options.title_space,
            missing_text: options.missing_text.clone(),
            print_missing: options.print_missing,
            float: options.float,
            indent: options.indent,
            fuzz: options.fuzz,
            continued: !options.no_continued,
        })
    }

    /// Returns the heading of a keyword.
    pub(super) fn label<'k>(&'k self, keyword: &Keyword) -> &'k str {
        let mut labels = self.statements.key_labels.iter();
        let label = labels.find(|(other, _)| *other == keyword.name);
        label.map_or(keyword.heading, |(_, label)| label)
    }

    fn concatenation(&self, roles: &[Expression], at: Position) -> Result<Vec<TableNode>> {
        let mut nodes = Vec::new();
        for part in roles {
            nodes.extend(self.nodes(part, at)?);
            check_count(&nodes, 1, at)?;
        }
        Ok(nodes)
    }

    fn nodes(&self, expression: &Expression, at: Position) -> Result<Vec<TableNode>> {
        match expression {
            Expression::Names(names) => self.names(names),
            Expression::Concatenation(roles) => self.concatenation(roles, at),
            Expression::Crossing(factors) => self.crossing(factors, at),
            // These occur only in crossings, which handle them.
            Expression::Format(..) | Expression::Style => Ok(Vec::new()),
        }
    }

    fn crossing(&self, factors: &[Expression], at: Position) -> Result<Vec<TableNode>> {
        let mut whole: Vec<TableNode> = Vec::new();
        let mut format = None;
        for factor in factors {
            match factor {
                Expression::Style => continue,
                Expression::Format(written, at) => {
                    let found = self.format(written, *at)?;
                    match whole.is_empty() {
                        true => format = Some(found),
                        false => shown_by(&mut whole, &found),
                    }
                    continue;
                }
                _ => {}
            }
            let nodes = self.nodes(factor, at)?;
            if whole.is_empty() {
                whole = nodes;
                continue;
            }
            check_count(&whole, count(&nodes), at)?;
            nest(&mut whole, &nodes);
        }
        if let Some(format) = format {
            shown_by(&mut whole, &format);
        }
        match whole.is_empty() {
            true => Err(Diagnostic::error(at, "a format in TABLE is crossed with nothing")),
            false => Ok(whole),
        }
    }

    /// Returns the format of a cell.
    pub(super) fn format(&self, written: &str, at: Position) -> Result<Format> {
        let spec = written
            .parse::<Spec>()
            .map_err(|error| Diagnostic::error(at, error.to_string()))?;
        let spec = of_kind(&spec, Kind::Number);
        let (catalog, options) = (&*self.lowering.catalog, self.lowering.options);
        Ok(found_format(catalog, options, &spec, Kind::Number, 8, at)?.0)
    }

    /// Resolves a variable, several variables, or a keyword.
    fn names(&self, names: &Names) -> Result<Vec<TableNode>> {
        let at = names.list.at;
        if let VariableRange::One(name) = &names.list.range {
            let name = Name { text: name.clone(), at };
            return Ok(vec![self.node(&name, names)?]);
        }
        let indexes = self.variables.of_list(&names.list)?.into_iter();
        let nodes = indexes.map(|index| {
            let name = Name {
                text: self.variables.name(index).to_owned(),
                at,
            };
            self.node(&name, names)
        });
        nodes.collect()
    }

    fn node(&self, name: &Name, names: &Names) -> Result<TableNode> {
        let (element, label) = self.element(name, names)?;
        Ok(TableNode {
            id: 0,
            element,
            label: names.label.clone().unwrap_or(label),
            format: None,
            children: Vec::new(),
        })
    }

    /// Resolves a name, and returns its element and its default heading.
    fn element(&self, name: &Name, names: &Names) -> Result<(TableElement, String)> {
        let refuse_denominator = || match &names.denominator {
            Some(_) => Err(Diagnostic::error(
                name.at,
                "a denominator stands behind PCTN and PCTSUM only",
            )),
            None => Ok(()),
        };
        if let Some((place, index)) = self.class(name) {
            refuse_denominator()?;
            let element = TableElement::Class(place, self.bit(place));
            return Ok((element, label_or_name(self.variables, index)));
        }
        if let Some((place, index)) = self.analysis(name) {
            refuse_denominator()?;
            return Ok((TableElement::Variable(place), label_or_name(self.variables, index)));
        }
        let Some(keyword) = Keyword::of(&name.text) else {
            return Err(self.unknown(name));
        };
        let label = self.label(&keyword);
        let element = match (keyword.statistic, &names.denominator) {
            (
                Some(TableStatistic::Percent {
                    sum,
                    base: PercentBase::Report,
                }),
                Some(crossings),
            ) if keyword.name.starts_with("PCT") => {
                let crossings = crossings.iter().map(|names| self.denominator(names));
                let base = PercentBase::Crossings(crossings.collect::<Result<_>>()?);
                TableElement::Statistic(TableStatistic::Percent { sum, base })
            }
            (statistic, _) => {
                refuse_denominator()?;
                statistic.map_or(TableElement::All, TableElement::Statistic)
            }
        };
        Ok((element, label.to_owned()))
    }

    fn denominator(&self, names: &[Name]) -> Result<Crossing> {
        let mut crossing = Crossing::default();
        for name in names {
            if let Some((place, _)) = self.class(name) {
                crossing.classes |= self.bit(place);
            } else if let Some((place, _)) = self.analysis(name) {
                crossing.variable = Some(place);
            } else if name.text.eq_ignore_ascii_case("ALL") {
                crossing.all = true;
            } else {
                return Err(self.unknown(name));
            }
        }
        Ok(crossing)
    }

    /// Returns the index of the class variable of a name, and its index in the variables.
    fn class(&self, name: &Name) -> Option<(usize, usize)> {
        let index = self.variables.position(&name.text)?;
        let mut classes = self.roles.classes.iter();
        let place = classes.position(|class| class.index == index)?;
        Some((place, index))
    }

    fn analysis(&self, name: &Name) -> Option<(usize, usize)> {
        let index = self.variables.position(&name.text)?;
        let mut analysis = self.roles.analysis.iter();
        let place = analysis.position(|&other| other == index)?;
        Some((place, index))
    }

    fn bit(&self, class: usize) -> u64 {
        1 << (self.roles.classes.len() - 1 - class)
    }

    fn unknown(&self, name: &Name) -> Diagnostic {
        let upper = name.text.to_ascii_uppercase();
        let message = format!("The type of name ({upper}) is unknown.");
        let error = Diagnostic::error(name.at, message);
        if self.variables.position(&name.text).is_some() {
            return error.with_hint("name the variable in a CLASS or a VAR statement");
        }
        let classes = self.roles.classes.iter().map(|class| class.index);
        let known = classes.chain(self.roles.analysis.iter().copied());
        let known = known.map(|index| self.variables.name(index));
        with_nearest(error, &upper, known.chain(Keyword::all()))
    }
}
