//! A step as text, for tests and diagnostics.
//!
//! Slots are shown by the names of their variables; those without a variable, as `#` with their index.

mod expression;
mod line;
mod statement;

use std::collections::HashMap;
use std::fmt::{self, Formatter, Write as _};

use super::{DataStep, External, ExternalKind, Filter, Initial, Load, ReadStatement, Slot, Variable, Vector, Write};

/// The names of slots.
struct Names<'a> {
    variables: HashMap<Slot, &'a str>,
    step: &'a DataStep,
}

impl<'a> Names<'a> {
    fn new(vector: &'a Vector, step: &'a DataStep) -> Self {
        let names = vector
            .variables
            .iter()
            .map(|variable| (variable.slot, variable.name.as_str()));
        Self {
            variables: names.collect(),
            step,
        }
    }

    fn of(&self, slot: Slot) -> String {
        match (self.variables.get(&slot), slot) {
            (Some(name), _) => (*name).to_owned(),
            (None, Slot::Number(number)) => format!("#{}", number.0),
            (None, Slot::Text(text)) => format!("#{}:{}", text.start, text.length),
        }
    }

    fn all(&self, slots: impl IntoIterator<Item = Slot>) -> String {
        let mut all = String::new();
        for slot in slots {
            all.push(' ');
            all.push_str(&self.of(slot));
        }
        all
    }
}

impl fmt::Display for DataStep {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let names = Names::new(&self.vector, self);
        writeln!(
            out,
            "vector: {} numbers, {} bytes of text",
            self.vector.numbers, self.vector.text_bytes
        )?;
        for variable in &self.vector.variables {
            show_variable(variable, out)?;
        }
        for array in &self.arrays {
            let bounds: Vec<_> = array
                .bounds
                .iter()
                .map(|(least, greatest)| format!("{least}:{greatest}"))
                .collect();
            let elements = names.all(array.elements.iter().copied());
            writeln!(out, "array {}{{{}}}:{elements}", array.name, bounds.join(", "))?;
        }
        for initial in &self.vector.initial {
            match initial {
                Initial::Number(slot, number) => {
                    let name = names.of(Slot::Number(*slot));
                    writeln!(out, "initial {name} = {}", expression::constant(*number))?;
                }
                Initial::Text(slot, text) => {
                    writeln!(
                        out,
                        "initial {} = {}",
                        names.of(Slot::Text(*slot)),
                        expression::quoted(text)
                    )?;
                }
            }
        }
        if !self.reset.is_empty() {
            writeln!(out, "reset:{}", names.all(self.reset.iter().copied()))?;
        }
        for (index, read) in self.reads.iter().enumerate() {
            show_read(index, read, &names, out)?;
        }
        if let Some(modified) = &self.modified {
            let loads = loads(&modified.loads, &names);
            writeln!(out, "modify {}:{loads}", modified.data_set)?;
        }
        for (index, write) in self.writes.iter().enumerate() {
            show_write(index, write, &names, out)?;
        }
        for (index, external) in self.externals.iter().enumerate() {
            show_external(index, external, &names, out)?;
        }
        for (index, lag) in self.lags.iter().enumerate() {
            write!(out, "queue {index}: {} back", lag.distance)?;
            match lag.text_length {
                Some(length) => writeln!(out, ", {length} bytes")?,
                None => writeln!(out)?,
            }
        }
        writeln!(out, "body{}:", if self.implicit_output { ", then output" } else { "" })?;
        statement::show(&self.body, 1, &names, out)?;
        for note in &self.notes {
            writeln!(out, "note: {note:?}")?;
        }
        Ok(())
    }
}

fn show_variable(variable: &Variable, out: &mut Formatter<'_>) -> fmt::Result {
    match variable.slot {
        Slot::Number(slot) => write!(out, "  {} number {}", variable.name, slot.0)?,
        Slot::Text(slot) => write!(out, "  {} text {}", variable.name, slot.start)?,
    }
    write!(out, " length {}", variable.stored_length)?;
    if !variable.label.is_empty() {
        write!(out, " label {:?}", variable.label)?;
    }
    if let Some(format) = &variable.format {
        write!(out, " format {format}")?;
    }
    if let Some(informat) = &variable.informat {
        write!(out, " informat {informat}")?;
    }
    out.write_str(if variable.automatic { " automatic\n" } else { "\n" })
}

fn show_read(index: usize, read: &ReadStatement, names: &Names<'_>, out: &mut Formatter<'_>) -> fmt::Result {
    write!(out, "read {index}: {:?}", read.kind)?;
    for by in &read.by {
        let descending = if by.descending { "descending " } else { "" };
        let (first, last) = (names.of(Slot::Number(by.first)), names.of(Slot::Number(by.last)));
        write!(out, " by {descending}{} ({first}, {last})", names.of(by.slot))?;
    }
    for (word, slot) in [("end", read.end), ("nobs", read.nobs), ("output_due", read.output_due)] {
        if let Some(slot) = slot {
            write!(out, " {word}={}", names.of(Slot::Number(slot)))?;
        }
    }
    writeln!(out)?;
    for source in &read.sources {
        write!(out, "  {}:{}", source.data_set, loads(&source.loads, names))?;
        if source.first != 1 {
            write!(out, " firstobs={}", source.first)?;
        }
        if let Some(last) = source.last {
            write!(out, " obs={last}")?;
        }
        if let Some(slot) = source.contributes {
            write!(out, " in={}", names.of(Slot::Number(slot)))?;
        }
        if let Some(filter) = &source.filter {
            show_filter(filter, names, out)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn show_filter(filter: &Filter, names: &Names<'_>, out: &mut Formatter<'_>) -> fmt::Result {
    let inner = Names::new(&filter.vector, names.step);
    let condition = expression::number(&filter.condition, &inner);
    write!(
        out,
        " where [{}] {condition} ({})",
        loads(&filter.loads, &inner).trim(),
        filter.text
    )
}

fn loads(loads: &[Load], names: &Names<'_>) -> String {
    loads.iter().fold(String::new(), |mut all, load| {
        // Writing to a string does not fail.
        let _ = write!(all, " {}->{}", load.column, names.of(load.slot));
        all
    })
}

fn show_write(index: usize, write: &Write, names: &Names<'_>, out: &mut Formatter<'_>) -> fmt::Result {
    write!(out, "write {index}: {} <-", write.data_set)?;
    for store in &write.stores {
        let column = &write.schema.variables()[store.column as usize];
        let from = names.of(store.slot);
        write!(out, " {from}")?;
        if from != column.name {
            write!(out, " as {}", column.name)?;
        }
    }
    if !write.label.is_empty() {
        write!(out, " label {:?}", write.label)?;
    }
    if write.keep_existing {
        write!(out, " replace=no")?;
    }
    for index in &write.indexes {
        write!(out, " index {}", index.name)?;
        if index.is_composite() {
            write!(out, "=({})", index.variables.join(" "))?;
        }
        for (is_set, word) in [(index.unique, "unique"), (index.no_missing, "nomiss")] {
            if is_set {
                write!(out, "/{word}")?;
            }
        }
    }
    if let Some(condition) = &write.condition {
        write!(out, " where {}", expression::number(condition, names))?;
    }
    writeln!(out)
}

fn show_external(index: usize, external: &External, names: &Names<'_>, out: &mut Formatter<'_>) -> fmt::Result {
    write!(out, "file {index}: ")?;
    match &external.kind {
        ExternalKind::Source(path) => write!(out, "from {}", path.display())?,
        ExternalKind::Lines(lines) => write!(out, "{} lines from {}", lines.len(), external.line_number)?,
        ExternalKind::Target { path, append } => {
            write!(out, "to {}{}", path.display(), if *append { ", append" } else { "" })?;
        }
        ExternalKind::Log => write!(out, "to the log")?,
        ExternalKind::Listing => write!(out, "to the listing")?,
        ExternalKind::Procedure => write!(out, "to the procedure")?,
    }
    write!(out, " delimiters {}", expression::quoted(&external.delimiters))?;
    if external.dsd {
        write!(out, " dsd")?;
    }
    write!(
        out,
        " {:?} first={} lrecl={}",
        external.short_line, external.first, external.line_length
    )?;
    if let Some(last) = external.last {
        write!(out, " last={last}")?;
    }
    for (word, slot) in [
        ("end", external.end),
        ("length", external.length),
        ("column", external.column),
    ] {
        if let Some(slot) = slot {
            write!(out, " {word}={}", names.of(Slot::Number(slot)))?;
        }
    }
    if let Some(buffer) = external.buffer {
        let assigned = if buffer.assigned { ", assigned" } else { "" };
        write!(out, " _infile_={}{assigned}", names.of(Slot::Text(buffer.slot)))?;
    }
    writeln!(out)
}
