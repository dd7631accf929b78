//! INPUT and PUT as text.

use super::super::{Hold, InputItem, InputStatement, PutForm, PutItem, PutStatement, Reading};
use super::Names;
use super::expression::{argument, number, quoted, target_name, text};

fn held(hold: Hold) -> &'static str {
    match hold {
        Hold::No => "",
        Hold::Iteration => " @",
        Hold::Across => " @@",
    }
}

pub(super) fn input(statement: &InputStatement, names: &Names<'_>) -> String {
    let items: Vec<_> = statement.items.iter().map(|item| input_item(item, names)).collect();
    format!(
        "input from file {}: {}{}",
        statement.external,
        items.join(" "),
        held(statement.hold)
    )
}

fn input_item(item: &InputItem, names: &Names<'_>) -> String {
    match item {
        InputItem::Column(value) => format!("@{}", number(value, names)),
        InputItem::After(value) => format!("@{}", text(value, names)),
        InputItem::Advance(value) => format!("+{}", number(value, names)),
        InputItem::Named(fields) => {
            let names: Vec<_> = fields.iter().map(|field| format!("{}=", field.name)).collect();
            format!("named ({})", names.join(" "))
        }
        InputItem::NextLine => "/".to_owned(),
        InputItem::Line(value) => format!("#{}", number(value, names)),
        InputItem::Read {
            target, reading, quiet, ..
        } => {
            let target = target_name(target, names);
            let how = match reading {
                Reading::List {
                    informat,
                    embedded_blanks,
                    keep_quotes,
                    ..
                } => {
                    let marks = [(*embedded_blanks, " &"), (*keep_quotes, " ~")];
                    let marks: String = marks.iter().filter(|(on, _)| *on).map(|(_, mark)| *mark).collect();
                    format!("list w{}{marks}", informat.width())
                }
                Reading::Formatted(informat) => format!("w{}", informat.width()),
                Reading::Varying { informat, length } => format!("w{} of {}", informat.width(), number(length, names)),
                Reading::Columns { from, to, .. } => format!("{from}-{to}"),
            };
            format!("{target} ({how}, {quiet:?})")
        }
    }
}

pub(super) fn put(statement: &PutStatement, names: &Names<'_>) -> String {
    let items: Vec<_> = statement.items.iter().map(|item| put_item(item, names)).collect();
    format!(
        "put to file {}: {}{}",
        statement.external,
        items.join(" "),
        held(statement.hold)
    )
}

fn put_item(item: &PutItem, names: &Names<'_>) -> String {
    match item {
        PutItem::Column(value) => format!("@{}", number(value, names)),
        PutItem::Advance(value) => format!("+{}", number(value, names)),
        PutItem::NextLine => "/".to_owned(),
        PutItem::Line(value) => format!("#{}", number(value, names)),
        PutItem::Literal(bytes) => quoted(bytes),
        PutItem::Write(value, writing) => {
            let how = match writing {
                PutForm::List {
                    format,
                    name: Some(name),
                } => format!("{name}= list w{}", format.width()),
                PutForm::List { format, name: None } => format!("list w{}", format.width()),
                PutForm::Formatted(format) => format!("w{}", format.width()),
                PutForm::Aligned(format, alignment) => format!("w{} {alignment:?}", format.width()),
                PutForm::Varying { format, length } => format!("w{} of {}", format.width(), number(length, names)),
                PutForm::Columns { from, to, .. } => format!("{from}-{to}"),
            };
            format!("{} ({how})", argument(value, names))
        }
        PutItem::Element { target, named, .. } => {
            let sign = if *named { "=" } else { "" };
            format!("{}{sign} (list)", target_name(target, names))
        }
        PutItem::All => "_all_".to_owned(),
        PutItem::InfileLine(file) => format!("line of file {file}"),
    }
}
