//! Statements in sequence.

use feedrate_language::tree::{Statement, StatementKind};
use feedrate_program as program;

use super::facts::ReadVerb;
use super::lowering::StepLowering;

/// The maximum nesting depth of statements.
const DEEPEST: usize = 300;

impl StepLowering<'_> {
    /// Lowers a statement and appends the result. Declarations append nothing.
    pub fn statement(&mut self, statement: &Statement, out: &mut Vec<program::Statement>) {
        if self.depth == DEEPEST {
            self.error(statement.at, "statements are nested too deep; take some of them apart");
            return;
        }
        self.depth += 1;
        self.statement_within(statement, out);
        self.depth -= 1;
    }

    fn statement_within(&mut self, statement: &Statement, out: &mut Vec<program::Statement>) {
        let at = statement.at;
        match &statement.kind {
            StatementKind::Assign(target, value) => self.assign(target, value, at, out),
            StatementKind::Sum(target, value) => self.sum(target, value, at, out),
            StatementKind::Set(data_sets, options) => {
                self.read(ReadVerb::Set, data_sets, options, at, out);
            }
            StatementKind::Merge(data_sets, options) => {
                self.read(ReadVerb::Merge, data_sets, options, at, out);
            }
            StatementKind::Update(data_sets, options) => {
                self.read(ReadVerb::Update, data_sets, options, at, out);
            }
            StatementKind::Modify(data_sets, options) => {
                self.read(ReadVerb::Modify, data_sets, options, at, out);
            }
            StatementKind::Replace(data_sets) => {
                self.change(program::Change::Replace, data_sets, at, out);
            }
            StatementKind::Remove(data_sets) => {
                self.change(program::Change::Remove, data_sets, at, out);
            }
            StatementKind::By(grouping) => self.by(grouping, at),
            StatementKind::Where(condition) => self.where_statement(condition, false, at),
            StatementKind::WhereAlso(condition) => self.where_statement(condition, true, at),
            StatementKind::SubsettingIf(condition) => {
                let condition = self.condition(condition);
                out.push(program::Statement::Keep(condition));
            }
            StatementKind::If { .. } => self.if_statement(statement, out),
            StatementKind::Select {
                value,
                branches,
                otherwise,
            } => {
                self.select(value.as_ref(), branches, otherwise.as_deref(), at, out);
            }
            StatementKind::Do(head, body) => self.repeat(head, body, at, out),
            StatementKind::Output(data_sets) => self.output(data_sets, at, out),
            StatementKind::Delete => out.push(program::Statement::Delete),
            StatementKind::Return => out.push(program::Statement::Return),
            StatementKind::Stop => {
                self.can_end = true;
                out.push(program::Statement::Stop);
            }
            StatementKind::Abort(abort) => {
                self.can_end = true;
                let site = self.site(at);
                out.push(program::Statement::Abort(*abort, site));
            }
            StatementKind::Mark(_) | StatementKind::Goto(_) | StatementKind::Link(_) => self.jump(statement, out),
            StatementKind::Error(parts) => self.raise(parts, at, out),
            StatementKind::List => self.of_lines(program::LinesAction::List, at, out),
            StatementKind::LostCard => self.of_lines(program::LinesAction::LoseCard, at, out),
            StatementKind::Leave => self.leave("LEAVE", program::Statement::Leave, at, out),
            StatementKind::Continue => self.leave("CONTINUE", program::Statement::Continue, at, out),
            StatementKind::Retain(groups) => self.retain(groups, at),
            StatementKind::Array(declaration) => self.array(declaration),
            StatementKind::Length(items) => self.length(items),
            StatementKind::Attrib(groups) => self.attrib(groups),
            StatementKind::Label(labels) => self.label(labels),
            StatementKind::Format(items) => self.format_statement(items),
            StatementKind::Informat(items) => self.informat_statement(items),
            StatementKind::Keep(lists) => self.declarations.keep.extend_from_slice(lists),
            StatementKind::Drop(lists) => self.declarations.drop.extend_from_slice(lists),
            StatementKind::Rename(pairs) => self.declarations.rename.extend_from_slice(pairs),
            StatementKind::Infile(file, options) => self.infile(file, options, at, out),
            StatementKind::File(file, options) => self.file(file, options, at, out),
            StatementKind::Input(parts) => {
                self.can_end = true;
                self.input(parts, at, out);
            }
            StatementKind::Put(parts) => self.put(parts, at, out),
            StatementKind::PutLog(parts) => self.put_log(parts, at, out),
            StatementKind::Call { routine, arguments } => {
                self.call_routine(routine, arguments, out);
            }
            StatementKind::Declare(declaration) => self.declare_object(declaration, at, out),
            StatementKind::Method(call) => self.method_statement(call, at, out),
            // The lines were collected by `scan`.
            StatementKind::Datalines(_) | StatementKind::Nothing => {}
        }
    }

    fn leave(
        &mut self,
        name: &str,
        statement: program::Statement,
        at: feedrate_language::Position,
        out: &mut Vec<program::Statement>,
    ) {
        if self.loops == 0 {
            self.error(at, format!("{name} stands in no loop"));
        }
        out.push(statement);
    }

    /// Lowers IF and ELSE. A chain of ELSE IF may be long, so it is lowered in a loop, not recursively.
    fn if_statement(&mut self, first: &Statement, out: &mut Vec<program::Statement>) {
        let before = self.files.current();
        let mut links = Vec::new();
        let mut after = Vec::new();
        let mut next = Some(first);
        let mut rest = Vec::new();
        while let Some(statement) = next.take() {
            self.files.set_current(before);
            match &statement.kind {
                StatementKind::If {
                    condition,
                    then,
                    otherwise,
                } => {
                    let condition = self.condition(condition);
                    let mut body = Vec::new();
                    self.statement(then, &mut body);
                    after.push(self.files.current());
                    links.push((condition, body));
                    self.files.set_current(before);
                    next = otherwise.as_deref();
                }
                _ => self.statement(statement, &mut rest),
            }
        }
        for files in after {
            self.files.join(files);
        }
        for (condition, then) in links.into_iter().rev() {
            rest = vec![program::Statement::If(condition, then, rest)];
        }
        out.append(&mut rest);
    }
}
