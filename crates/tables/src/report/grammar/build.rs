//! Builds the request from the statements and the variables of the input.

use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::Name;
use feedrate_lower::list::Roster;
use feedrate_procedure::grammar::input::{Input, InputVariables};
use feedrate_procedure::grammar::lowering::ProcedureLowering;

use super::column::Item;
use super::maker::Maker;
use super::options::ReportOptions;
use super::parts::Columns;
use super::statements::Statements;
use super::usage::{Usage, names_of};
use crate::aggregate::MOST_CLASSES;
use crate::grammar::numeric;
use crate::report::Report;

/// The name and the length of the automatic variable of COMPUTE blocks that identifies summary lines.
pub(super) const BREAK: (&str, u32) = ("_BREAK_", 32);

/// The state of building a request.
pub(super) struct Build<'w, 'p> {
    pub lowering: &'w mut ProcedureLowering<'p>,
    pub options: ReportOptions,
    pub statements: Statements,
}

impl Build<'_, '_> {
    pub(super) fn report(mut self) -> Result<Report> {
        let data = self.options.data.take();
        let mut input = Input::new(self.lowering, data, &self.statements.body)?;
        let variables = input.variables();
        for list in &self.statements.by_lists {
            self.statements.by.extend(names_of(variables, list)?);
        }
        let items = self.items(variables);
        let usage = Usage::new(&self.statements, &items, variables)?;
        let maker = Maker {
            lowering: self.lowering,
            options: &self.options,
            usage: &usage,
            variables,
            columns: Columns::default(),
            made: 0,
        };
        let columns = maker.make(&items)?;
        self.check(&columns, variables)?;
        let breaks = self.breaks(&columns)?;
        let blocks = self.blocks(&columns, &usage)?;
        let detail = usage.detail;
        for text in &usage.notes {
            let note = Diagnostic::note(self.lowering.procedure.at, text);
            self.lowering.diagnostics.push(note);
        }
        for name in usage.unknown_names() {
            let upper = name.text.to_uppercase();
            let text = format!("DEFINE names {upper}, which is no column of the report");
            let warning = Diagnostic::warning(name.at, text);
            self.lowering.diagnostics.push(warning);
        }
        let by = variables.chosen(&self.statements.by_lists)?;
        let groups = input.groups(self.lowering, &by)?;
        input.extend(self.lowering, &blocks)?;
        let output = self.options.out.take();
        let output = output.map(|out| self.output(&mut input, &columns, &out));
        let output = output.transpose()?;
        let mut step = input.into_step();
        self.settle(&mut step, &columns);
        self.request(step, groups, columns, breaks, detail, output)
    }

    /// Returns the items of COLUMN, or all variables.
    fn items(&self, variables: InputVariables<'_>) -> Vec<Item> {
        let at = self.lowering.procedure.at;
        let all = || {
            let listed = (0..variables.count()).filter(|&index| variables.is_listed(index));
            let others = listed.filter(|&index| {
                let name = variables.name(index);
                let mut taken = self.statements.by.iter().chain(&self.statements.frequency);
                !taken.any(|by| by.text.eq_ignore_ascii_case(name))
            });
            others.map(|index| Item::Name {
                name: Name {
                    text: variables.name(index).to_owned(),
                    at,
                },
                alias: None,
            })
        };
        match &self.statements.items {
            Some(items) => items.clone(),
            None => all().collect(),
        }
    }

    fn check(&self, columns: &Columns, variables: InputVariables<'_>) -> Result<()> {
        let at = self.lowering.procedure.at;
        if columns.classes.len() > MOST_CLASSES {
            let message = format!("a report can have {MOST_CLASSES} GROUP, ORDER and ACROSS variables in all");
            return Err(Diagnostic::error(at, message));
        }
        for by in &self.statements.by {
            let name = &by.text;
            let mut classes = columns.classes.iter();
            if classes.any(|class| class.variable.eq_ignore_ascii_case(name)) {
                let message = format!(
                    "{} is a variable of BY, and cannot be a GROUP, ORDER or ACROSS variable",
                    name.to_uppercase()
                );
                return Err(Diagnostic::error(by.at, message));
            }
        }
        numeric(variables, self.statements.frequency.as_ref(), "FREQ")?;
        numeric(variables, self.statements.weight.as_ref(), "WEIGHT")?;
        Ok(())
    }
}
