//! What steps are lent: it hands all that they give on to what is open and wants it.

use std::io;

use feedrate_dataset::WholeFile;
use feedrate_language::tree::Name;
use feedrate_steps::environment::{self, Audience, Cell, GroupValue, TableOfResults};

use super::data_sets::Wanted;
use super::destination::Form;
use super::listing::Listing;

/// Who wants the table at hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenTable {
    is_shown: bool,
    is_kept: bool,
}

/// What a step gave, and what was asked of it.
pub(crate) struct StepResults {
    /// The tables of ODS OUTPUT.
    pub wanted: Vec<Wanted>,
    /// Tables that ODS SELECT names and the step did not give.
    pub not_given: Vec<Name>,
    /// What ODS TRACE says.
    pub trace: Vec<String>,
    /// Whether results went nowhere because nothing is open.
    pub went_nowhere: bool,
}

impl Listing<'_> {
    /// Whether tables are to become data sets.
    pub(crate) fn wants_data_sets(&self) -> bool {
        self.data_sets.is_any()
    }

    /// How many bytes tables that become data sets may take.
    pub(crate) fn limit(&mut self, bytes: usize) {
        self.data_sets.limit(bytes);
    }

    /// A step begins: the titles come before what it prints.
    pub(crate) fn begin_step(&mut self) {
        self.lines.begin_step();
        for file in &mut self.files {
            file.begin_step();
        }
        self.heading = None;
        self.group = None;
        self.groups.clear();
        self.tables.clear();
    }

    /// It ends: the footnotes come after what it printed.
    pub(crate) fn end_step(&mut self) {
        while !self.tables.is_empty() {
            environment::Listing::end_table(self);
        }
        let footnotes = self.footnotes.shown();
        self.lines.end_step(&footnotes);
        for file in &mut self.files {
            file.end_step(&footnotes);
        }
    }

    /// What the step gave, when that is to be settled: what was asked for of it is not asked of the next.
    pub(crate) fn take_results(&mut self) -> StepResults {
        let given = std::mem::take(&mut self.given);
        let selected = self.choice.selected().iter();
        // A choice that goes on need not concern each step.
        let not_given = selected.filter(|table| !table.persists && !given.has(&table.name.text));
        let not_given = not_given.map(|table| table.name.clone()).collect();
        let wanted = self.data_sets.take();
        let is_open = self.lines.is_open() || !self.files.is_empty() || !wanted.is_empty();
        self.choice.end_step();
        StepResults {
            wanted,
            not_given,
            trace: match self.traces {
                true => given.told().collect(),
                false => Vec::new(),
            },
            went_nowhere: std::mem::take(&mut self.is_any_shown) && !is_open,
        }
    }

    /// Whether the step has given any table.
    pub(crate) fn has_given(&self) -> bool {
        !self.given.is_empty()
    }

    fn is_shown(&self) -> bool {
        match self.tables.last() {
            Some(table) => table.is_shown,
            None => self.choice.shows_lines(),
        }
    }

    /// What stands above the results that are shown now.
    fn show_headings(&mut self) {
        self.is_any_shown = true;
        if let Some(heading) = self.heading.take() {
            self.show(&heading);
            self.tell(|form, out| form.heading(&heading, out));
        }
        if let Some(group) = self.group.take() {
            self.show(&group);
            self.tell(|form, out| form.group(&group, out));
        }
    }

    /// A line of the listing, and a blank one.
    fn show(&mut self, text: &str) {
        for line in [text, ""] {
            self.lines.line(line.as_bytes(), || self.titles.shown());
        }
    }

    /// Tells all files.
    fn tell(&mut self, tell: impl Fn(&mut dyn Form, &mut WholeFile) -> io::Result<()>) {
        for file in &mut self.files {
            file.tell(|| self.titles.shown(), &tell);
        }
    }
}

impl environment::Listing for Listing<'_> {
    fn line(&mut self, line: &[u8]) {
        if self.is_shown() {
            self.show_headings();
            self.lines.line(line, || self.titles.shown());
        }
    }

    fn wants_tables(&self) -> bool {
        match self.tables.last() {
            Some(table) => table.is_shown && !self.files.is_empty() || table.is_kept,
            None => !self.files.is_empty() || self.data_sets.is_any(),
        }
    }

    fn heading(&mut self, text: &str) {
        if self.has_procedure_titles {
            self.heading = Some(text.to_owned());
        }
        self.group = None;
    }

    fn by_group(&mut self, groups: &[GroupValue]) {
        self.group = GroupValue::line(groups);
        self.groups = groups.to_vec();
    }

    fn note(&mut self, text: &str) {
        if self.is_shown() {
            self.show_headings();
            for line in text.lines().chain([""]) {
                self.lines.line(line.as_bytes(), || self.titles.shown());
            }
            let lines: Vec<&str> = text.lines().map(str::trim).collect();
            let text = lines.join(" ");
            self.tell(|form, out| form.note(&text, out));
        }
    }

    fn begin_table(&mut self, table: &TableOfResults) {
        let is_for_people = table.audience != Audience::DataSets;
        while is_for_people && !self.tables.is_empty() {
            self.end_table();
        }
        let is_shown = is_for_people && self.choice.shows(&table.name);
        let is_kept =
            table.audience != Audience::People && self.data_sets.begin_table(table, &self.groups);
        if is_for_people {
            self.given.add(table);
        }
        self.tables.push(OpenTable { is_shown, is_kept });
        if is_shown {
            self.show_headings();
            self.tell(|form, out| form.begin_table(table, out));
        }
    }

    fn row(&mut self, cells: &[Cell]) {
        let Some(&table) = self.tables.last() else {
            return;
        };
        if table.is_shown {
            self.tell(|form, out| form.row(cells, out));
        }
        if table.is_kept {
            self.data_sets.row(cells);
        }
    }

    fn end_table(&mut self) {
        let Some(table) = self.tables.pop() else {
            return;
        };
        if table.is_shown {
            self.tell(|form, out| form.end_table(out));
        }
        if table.is_kept {
            self.data_sets.end_table();
        }
    }
}
