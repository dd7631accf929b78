//! COLUMN: `region ('Sales' quantity amount=total) (n mean),price`.

use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::Symbol;
use feedrate_language::tree::{Name, VariableList, VariableRange};

/// An item of COLUMN.
#[derive(Clone, Debug)]
pub(super) enum Item {
    /// A variable, a statistic or a computed variable, with its alias if it has one.
    Name {
        name: Name,
        alias: Option<Name>,
    },
    List(VariableList),
    /// Items in parentheses, with or without a heading.
    Group {
        headings: Vec<String>,
        items: Vec<Item>,
    },
    /// `a,b`: each item is nested under the previous one.
    Crossing(Vec<Item>),
}

/// Parses the items of a COLUMN statement.
pub(super) fn items(cursor: &mut Cursor<'_>) -> Result<Vec<Item>> {
    let mut items = Vec::new();
    while !cursor.at_end() && !cursor.is(0, Symbol::RightParen) {
        items.push(crossing(cursor)?);
    }
    match items.is_empty() {
        true => Err(cursor.expected("a variable for COLUMN")),
        false => Ok(items),
    }
}

fn crossing(cursor: &mut Cursor<'_>) -> Result<Item> {
    let first = one(cursor)?;
    if !cursor.is(0, Symbol::Comma) {
        return Ok(first);
    }
    let mut factors = vec![first];
    while cursor.take(Symbol::Comma) {
        factors.push(one(cursor)?);
    }
    Ok(Item::Crossing(factors))
}

fn one(cursor: &mut Cursor<'_>) -> Result<Item> {
    if cursor.take(Symbol::LeftParen) {
        return cursor.deeper(|cursor| {
            let mut headings = Vec::new();
            while let Some(text) = cursor.take_text()? {
                headings.push(String::from_utf8_lossy(&text).into_owned());
            }
            let items = items(cursor)?;
            cursor.expect(Symbol::RightParen, "after the columns")?;
            Ok(Item::Group { headings, items })
        });
    }
    if cursor.at_option() {
        let name = cursor.expect_name("a variable for COLUMN")?;
        cursor.skip(1);
        let alias = Some(cursor.expect_name("another name for the column")?);
        return Ok(Item::Name { name, alias });
    }
    let list = cursor.variable_part()?;
    Ok(match list.range {
        VariableRange::One(text) => Item::Name {
            name: Name { text, at: list.at },
            alias: None,
        },
        _ => Item::List(list),
    })
}
