//! IORCMSG: the text of a value of `_IORC_`.

use super::{ArgumentKind, Arguments, Function, TextLength, number_at};
use crate::return_code::ReturnCode;

pub(super) const FUNCTIONS: &[Function] = &[Function::text(
    "IORCMSG",
    Arguments::exactly(&[ArgumentKind::Number]),
    TextLength::Fixed(200),
    |_, x, out| {
        let code = number_at(x, 0);
        let mut all = ReturnCode::ALL.into_iter();
        let found = all.find(|one| f64::from(one.number()) == code);
        out.extend(found.map_or("", ReturnCode::text).as_bytes());
    },
)];
