//! The results of one step, distributed to their destinations.

use std::borrow::Cow;
use std::io;

use feedrate_dataset::WholeFile;
use feedrate_language::Diagnostic;
use feedrate_language::tree::Name;
use feedrate_rows::environment::{self, Audience, Cell, GroupValue, TableOfResults};
use feedrate_values::missing::PLACEHOLDER;

use super::Results;
use super::file::Form;
use super::output::OutputRequest;
use super::step_tables::StepTables;

/// The results of a step so far.
#[derive(Debug, Default)]
pub(super) struct ResultsOfStep {
    /// The tables of all parts of a step whose results are finished together.
    tables: StepTables,
    /// True if any result was selected.
    is_any_shown: bool,
    /// The procedure of the next results, and their BY group, if these are not shown yet.
    heading: Option<String>,
    /// The procedure of the step, whose heading is repeated where the titles are.
    procedure: Option<String>,
    by_line: Option<String>,
    by_values: Vec<GroupValue>,
    /// The table that has begun, and a nested one for data sets.
    open_tables: Vec<OpenTable>,
}

/// The destinations of the rows of a table.
#[derive(Clone, Copy, Debug)]
struct OpenTable {
    is_shown: bool,
    is_output: bool,
}

/// The work that remains once the results of a step are complete.
pub(crate) struct FinishedStep {
    /// The tables of ODS OUTPUT.
    pub(crate) requests: Vec<OutputRequest>,
    /// Tables that ODS SELECT names and the step did not produce.
    not_produced: Vec<Name>,
    /// The lines of ODS TRACE.
    pub(crate) trace: Vec<String>,
    /// True if results were lost because no destination is open.
    pub(crate) went_nowhere: bool,
}

impl FinishedStep {
    /// Returns warnings about the tables that ODS SELECT and ODS OUTPUT name and the step did not produce.
    pub(crate) fn warnings(&self) -> Vec<Diagnostic> {
        let requests = self.requests.iter().filter(|own| own.is_missing());
        let tables = self.not_produced.iter();
        let tables = tables.chain(requests.map(|own| &own.table));
        let warnings = tables.map(|table| {
            let text = format!("Output '{}' was not created", table.text);
            let hint = "ODS TRACE ON names the tables that a step gives, and NOPRINT keeps it from giving any";
            Diagnostic::warning(table.at, text).with_hint(hint)
        });
        warnings.collect()
    }
}

impl Results<'_> {
    /// Returns whether tables are to become data sets.
    pub(crate) fn wants_data_sets(&self) -> bool {
        !self.requests.is_empty()
    }

    /// Limits the bytes of tables that become data sets.
    pub(crate) fn limit(&mut self, bytes: usize) {
        self.requests.limit(bytes);
    }

    /// Begins a step, whose first results the titles precede.
    pub(crate) fn begin_step(&mut self) {
        self.destinations.begin_step();
        self.step.heading = None;
        self.step.procedure = None;
        self.step.by_line = None;
        self.step.by_values.clear();
        self.step.open_tables.clear();
        self.titles.set_group(&[]);
    }

    /// Ends a step, whose results the footnotes follow.
    pub(crate) fn end_step(&mut self) {
        while !self.step.open_tables.is_empty() {
            environment::Listing::end_table(self);
        }
        self.destinations.end_step(&self.titles.shown_footnotes());
    }

    /// Returns the remaining work for a step. Requests that it did not satisfy do not apply to the next.
    pub(crate) fn take_step(&mut self) -> FinishedStep {
        let tables = std::mem::take(&mut self.step.tables);
        let selected = self.selection.selected().iter();
        // A persistent selection need not apply to each step.
        let not_produced = selected.filter(|table| !table.persists && !tables.has(&table.name.text));
        let not_produced = not_produced.map(|table| table.name.clone()).collect();
        let requests = self.requests.take();
        let is_open = self.destinations.is_any_open() || !requests.is_empty();
        self.selection.end_step();
        FinishedStep {
            requests,
            not_produced,
            trace: match self.traces {
                true => tables.trace().collect(),
                false => Vec::new(),
            },
            went_nowhere: std::mem::take(&mut self.step.is_any_shown) && !is_open,
        }
    }

    /// Returns whether the step has produced any table.
    pub(crate) fn has_tables(&self) -> bool {
        !self.step.tables.is_empty()
    }

    fn is_shown(&self) -> bool {
        match self.step.open_tables.last() {
            Some(table) => table.is_shown,
            None => self.selection.shows_lines(),
        }
    }

    /// Shows the pending headings.
    fn show_headings(&mut self) {
        self.step.is_any_shown = true;
        if let Some(heading) = self.step.heading.take() {
            self.show(&heading);
            self.write(|form, out| form.heading(&heading, out));
        }
        if let Some(by_line) = self.step.by_line.take() {
            let ruled = self.destinations.listing_mut().by_line(&by_line);
            self.show(&ruled);
            self.write(|form, out| form.group(&by_line, out));
        }
    }

    /// Ends what stands under the titles of the BY group so far, so that the next results have them anew.
    fn begin_group_titles(&mut self) {
        self.destinations.end_step(&self.titles.shown_footnotes());
        self.destinations.begin_step();
        if !self.titles.group().is_empty() {
            let procedure = self.step.procedure.clone();
            self.step.heading = self.step.heading.take().or(procedure);
        }
    }

    /// Returns a line with the character of MISSING= for each missing figure.
    fn with_missing<'l>(&self, line: &'l [u8]) -> Cow<'l, [u8]> {
        let placeholder = PLACEHOLDER.as_bytes();
        let is_placeholder = |window: &[u8]| window == placeholder;
        if !line.windows(placeholder.len()).any(is_placeholder) {
            return Cow::Borrowed(line);
        }
        let mut shown = Vec::with_capacity(line.len());
        let mut rest = line;
        while let Some(at) = rest.windows(placeholder.len()).position(is_placeholder) {
            shown.extend_from_slice(&rest[..at]);
            shown.extend_from_slice(self.missing.encode_utf8(&mut [0; 4]).as_bytes());
            rest = &rest[at + placeholder.len()..];
        }
        shown.extend_from_slice(rest);
        Cow::Owned(shown)
    }

    /// Returns cells with the character of MISSING= for each missing figure.
    fn cells_with_missing<'c>(&self, cells: &'c [Cell]) -> Cow<'c, [Cell]> {
        if !cells.iter().any(|cell| cell.text.contains(PLACEHOLDER)) {
            return Cow::Borrowed(cells);
        }
        let mut cells = cells.to_vec();
        for cell in &mut cells {
            cell.text = cell.text.replace(PLACEHOLDER, self.missing.encode_utf8(&mut [0; 4]));
        }
        Cow::Owned(cells)
    }

    /// Writes a line to the listing, and a blank one.
    fn show(&mut self, text: &str) {
        for line in text.lines().chain([""]) {
            self.destinations.line(line.as_bytes(), &self.titles);
        }
    }

    /// Writes to all files.
    fn write(&mut self, write: impl Fn(&mut dyn Form, &mut WholeFile) -> io::Result<()>) {
        self.destinations.write(&self.titles, write);
    }
}

impl environment::Listing for Results<'_> {
    fn line(&mut self, line: &[u8]) {
        if self.is_shown() {
            self.show_headings();
            let line = self.with_missing(line);
            self.destinations.line(&line, &self.titles);
        }
    }

    fn wants_tables(&self) -> bool {
        match self.step.open_tables.last() {
            Some(table) => table.is_shown && self.destinations.has_files() || table.is_output,
            None => self.destinations.has_files() || !self.requests.is_empty(),
        }
    }

    fn heading(&mut self, text: &str) {
        if self.has_procedure_titles {
            self.step.heading = Some(text.to_owned());
            self.step.procedure.get_or_insert_with(|| text.to_owned());
        }
        self.step.by_line = None;
    }

    fn by_group(&mut self, groups: &[GroupValue]) {
        self.step.by_line = GroupValue::line(groups).filter(|_| self.shows_by_lines);
        self.step.by_values = groups.to_vec();
        let is_new = !groups.is_empty() && groups != self.titles.group();
        if is_new && (!self.shows_by_lines || self.titles.depend_on_group()) {
            self.begin_group_titles();
        }
        if is_new {
            self.titles.set_group(groups);
        }
    }

    fn note(&mut self, text: &str) {
        if self.is_shown() {
            self.show_headings();
            let text = &text.replace(PLACEHOLDER, self.missing.encode_utf8(&mut [0; 4]));
            for line in text.lines().chain([""]) {
                self.destinations.line(line.as_bytes(), &self.titles);
            }
            let lines: Vec<&str> = text.lines().map(str::trim).collect();
            let text = lines.join(" ");
            self.write(|form, out| form.note(&text, out));
        }
    }

    fn begin_table(&mut self, table: &TableOfResults) {
        let is_for_people = table.audience != Audience::DataSets;
        while is_for_people && !self.step.open_tables.is_empty() {
            self.end_table();
        }
        let is_shown = is_for_people && self.selection.shows(&table.name);
        let is_output = table.audience != Audience::People && self.requests.begin_table(table, &self.step.by_values);
        if is_for_people {
            self.step.tables.add(table);
        }
        self.step.open_tables.push(OpenTable { is_shown, is_output });
        if is_shown {
            self.show_headings();
            self.write(|form, out| form.begin_table(table, out));
        }
    }

    fn row(&mut self, cells: &[Cell]) {
        let Some(&table) = self.step.open_tables.last() else {
            return;
        };
        let cells = &*self.cells_with_missing(cells);
        if table.is_shown {
            self.write(|form, out| form.row(cells, out));
        }
        if table.is_output {
            self.requests.row(cells);
        }
    }

    fn end_table(&mut self) {
        let Some(table) = self.step.open_tables.pop() else {
            return;
        };
        if table.is_shown {
            self.write(|form, out| form.end_table(out));
        }
        if table.is_output {
            self.requests.end_table();
        }
    }
}
