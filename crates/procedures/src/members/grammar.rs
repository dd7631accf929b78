//! Names and types of members in statements.

use feedrate_dataset::DataSetName;
use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::Symbol;
use feedrate_procedure::grammar::table::{OptionTable, help, options};
use feedrate_program::Site;

use super::MemberTypes;

/// `=` and the types of members that are meant: one, or several in parentheses.
pub(crate) fn member_types(cursor: &mut Cursor<'_>) -> Result<MemberTypes> {
    cursor.expect(Symbol::Equal, "after MEMTYPE")?;
    let in_parentheses = cursor.is(0, Symbol::LeftParen);
    if in_parentheses {
        cursor.skip(1);
    }
    let mut types = MemberTypes {
        data: false,
        views: false,
    };
    loop {
        let kind = cursor.expect_name("DATA, VIEW or ALL")?;
        match kind.text.to_ascii_uppercase().as_str() {
            "ALL" => types = MemberTypes::ALL,
            "DATA" => types.data = true,
            "VIEW" => types.views = true,
            other => {
                return Err(
                    Diagnostic::error(kind.at, format!("libraries hold no members of type {other} here"))
                        .with_hint("give DATA, VIEW or ALL, or leave MEMTYPE= out"),
                );
            }
        }
        if !in_parentheses {
            return Ok(types);
        }
        if cursor.is(0, Symbol::RightParen) {
            cursor.skip(1);
            return Ok(types);
        }
    }
}

/// The options behind names of members.
pub(crate) const MEMBER_OPTIONS: OptionTable<MemberTypes> = options! {
    MEMTYPE | MT | MTYPE => Own(MEMBER_TYPES, |types, from| {
        *types = member_types(from.cursor)?;
        Ok(())
    }), help::MEMTYPE;
};

/// The values of MEMTYPE=.
pub(crate) const MEMBER_TYPES: &str = "=DATA, VIEW or ALL";

/// Data sets without where they stand.
pub(crate) fn bare(names: Vec<(Site, DataSetName)>) -> Vec<DataSetName> {
    names.into_iter().map(|(_, name)| name).collect()
}
