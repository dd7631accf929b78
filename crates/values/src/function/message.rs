//! IORCMSG: the text of a value of `_IORC_`.

use super::{ArgumentKind, Arguments, Function, LENGTH, number_at};
use crate::return_code::ReturnCode;

pub(super) const FUNCTIONS: &[Function] = &[Function::text(
    "IORCMSG",
    Arguments::exactly(&[ArgumentKind::Number]),
    LENGTH,
    |_, x, out| {
        let code = number_at(x, 0);
        let mut all = ReturnCode::ALL.into_iter();
        let found = all.find(|one| f64::from(one.number()) == code);
        out.extend(found.map_or("", ReturnCode::text).as_bytes());
    },
)];
