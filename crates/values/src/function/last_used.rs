//! The format and the informat that functions used last: a step that uses the same one repeatedly looks it up once.

use super::{number_at, text_at};
use crate::format::Format;
use crate::informat::Informat;
use crate::spec::Spec;
use crate::value::{Kind, Value, trim};

/// A format or informat with the arguments that name it; `None` if these are invalid.
#[derive(Clone, Debug)]
pub(super) struct CachedSpec<T> {
    name: Vec<u8>,
    measures: [u64; 2],
    length: usize,
    kind: Kind,
    found: Option<T>,
}

/// The last format and informat that were looked up.
#[derive(Clone, Debug, Default)]
pub(super) struct LastUsed {
    pub(super) format: Option<CachedSpec<Format>>,
    pub(super) informat: Option<CachedSpec<Informat>>,
}

/// Returns the format or informat of a call's second argument, width and decimals.
pub(super) fn known<'a, T>(
    last: &'a mut Option<CachedSpec<T>>,
    arguments: &[Value<'_>],
    kind: Kind,
    resolve: impl FnOnce(&Spec, usize) -> Option<T>,
) -> Option<&'a T> {
    let name = trim(text_at(arguments, 1)).trim_ascii_start();
    let measures = [number_at(arguments, 2).to_bits(), number_at(arguments, 3).to_bits()];
    // The length of the value is the default width of character formats.
    let length = if kind == Kind::Text {
        trim(text_at(arguments, 0)).len()
    } else {
        0
    };
    let is_same = |known: &CachedSpec<T>| {
        known.name == name && known.measures == measures && known.length == length && known.kind == kind
    };
    if !last.as_ref().is_some_and(is_same) {
        let found = spec_of(name, arguments).and_then(|spec| resolve(&spec, length));
        *last = Some(CachedSpec {
            name: name.to_vec(),
            measures,
            length,
            kind,
            found,
        });
    }
    last.as_ref()?.found.as_ref()
}

/// Parses `DATE9.`, or `DATE.` with the width 9. The point is optional.
fn spec_of(name: &[u8], arguments: &[Value<'_>]) -> Option<Spec> {
    let name = std::str::from_utf8(name).ok()?;
    let mut spec: Spec = match name.contains('.') {
        true => name.parse().ok()?,
        false => format!("{name}.").parse().ok()?,
    };
    let measure = |position: usize| {
        let given = arguments.get(position).map(|_| number_at(arguments, position));
        match given {
            None => Some(None),
            // One that is left out, or missing, is as none.
            Some(number) if number.is_nan() => Some(None),
            Some(number) if (0.0..=f64::from(u16::MAX)).contains(&number) => Some(Some(number as u16)),
            Some(_) => None,
        }
    };
    spec.width = measure(2)?.or(spec.width);
    spec.decimals = measure(3)?.or(spec.decimals);
    Some(spec)
}
