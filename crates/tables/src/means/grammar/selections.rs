//! MAXID, MINID and IDGROUP of the OUTPUT statement as they are written.

use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::Symbol;
use feedrate_language::tree::{Name, VariableList};
use feedrate_language::{Diagnostic, Position};

/// The most observations that IDGROUP selects.
const MOST_SELECTED: u64 = 100;

/// MAXID, MINID or IDGROUP.
#[derive(Debug)]
pub(super) struct SelectionRequest {
    pub at: Position,
    pub content: SelectionContent,
    /// The names of the results.
    pub names: Vec<Name>,
}

#[derive(Debug)]
pub(super) enum SelectionContent {
    /// `maxid(x(a b) y(c))` or `minid`: the variables with the ones whose values are taken.
    Extreme(bool, Vec<(Name, Vec<VariableList>)>),
    /// `idgroup(max(x) min(y) missing last obs out[2] (a b))`.
    Group(GroupRequest),
}

#[derive(Debug, Default)]
pub(super) struct GroupRequest {
    /// The variables of MAX and MIN, with whether the greatest comes first.
    pub keys: Vec<(bool, Vec<VariableList>)>,
    pub missing: bool,
    pub last: bool,
    pub observation: bool,
    pub count: usize,
    pub values: Vec<VariableList>,
}

/// Takes MAXID, MINID or IDGROUP, if one is next.
pub(super) fn selection(cursor: &mut Cursor<'_>) -> Result<Option<SelectionRequest>> {
    let at = cursor.position();
    let is_group = cursor.is_word(0, "idgroup") || cursor.is_word(0, "idgrp");
    let greatest = cursor.is_word(0, "maxid");
    if !(is_group || greatest || cursor.is_word(0, "minid")) {
        return Ok(None);
    }
    cursor.skip(1);
    if is_group {
        let (group, names) = group(cursor)?;
        let content = SelectionContent::Group(group);
        return Ok(Some(SelectionRequest { at, content, names }));
    }
    let mut pairs = Vec::new();
    if cursor.take(Symbol::LeftParen) {
        while !cursor.take(Symbol::RightParen) {
            let name = cursor.expect_name("a variable, or `)`")?;
            let mut values = Vec::new();
            if cursor.take(Symbol::LeftParen) {
                values = cursor.variables("MAXID and MINID")?;
                cursor.expect(Symbol::RightParen, "after the variables of MAXID and MINID")?;
            }
            pairs.push((name, values));
        }
    }
    cursor.expect(Symbol::Equal, "after MAXID and MINID")?;
    Ok(Some(SelectionRequest {
        at,
        content: SelectionContent::Extreme(greatest, pairs),
        names: names(cursor)?,
    }))
}

/// Takes what stands in the parentheses of IDGROUP.
fn group(cursor: &mut Cursor<'_>) -> Result<(GroupRequest, Vec<Name>)> {
    let mut group = GroupRequest {
        count: 1,
        ..GroupRequest::default()
    };
    cursor.expect(Symbol::LeftParen, "after IDGROUP")?;
    while !cursor.take_word("out") {
        let word = cursor.expect_name("MAX, MIN, MISSING, LAST, OBS or OUT for IDGROUP")?;
        match word.text.to_ascii_lowercase().as_str() {
            order @ ("max" | "min") => {
                cursor.expect(Symbol::LeftParen, "after MAX and MIN of IDGROUP")?;
                group.keys.push((order == "max", cursor.variables("IDGROUP")?));
                cursor.expect(Symbol::RightParen, "after the variables of MAX and MIN")?;
            }
            "missing" => group.missing = true,
            "last" => group.last = true,
            "obs" => group.observation = true,
            other => {
                let message = format!("{} is no part of IDGROUP", other.to_ascii_uppercase());
                let hint = "there are MAX, MIN, MISSING, LAST, OBS and OUT";
                return Err(Diagnostic::error(word.at, message).with_hint(hint));
            }
        }
    }
    // The list of variables stands in parentheses too.
    if !cursor.is(0, Symbol::LeftParen)
        && let Some(end) = cursor.take_bracket()
    {
        let at = cursor.position();
        let count = cursor.expect_count("the number of observations of IDGROUP")?;
        if !(1..=MOST_SELECTED).contains(&count) {
            let message = format!("IDGROUP selects from 1 to {MOST_SELECTED} observations, not {count}");
            return Err(Diagnostic::error(at, message));
        }
        group.count = count as usize;
        cursor.expect(end, "after the number of observations of IDGROUP")?;
    }
    cursor.expect(Symbol::LeftParen, "after OUT of IDGROUP")?;
    group.values = cursor.variables("OUT of IDGROUP")?;
    cursor.expect(Symbol::RightParen, "after the variables of OUT")?;
    let names = match cursor.take(Symbol::Equal) {
        true => names(cursor)?,
        false => Vec::new(),
    };
    cursor.expect(Symbol::RightParen, "after IDGROUP")?;
    Ok((group, names))
}

/// Takes the names of results, which end before the next request.
pub(super) fn names(cursor: &mut Cursor<'_>) -> Result<Vec<Name>> {
    let mut names = Vec::new();
    while cursor.is_name(0) && !cursor.at_option() && !cursor.is(1, Symbol::LeftParen) {
        names.extend(cursor.some_names("OUTPUT")?);
    }
    Ok(names)
}
