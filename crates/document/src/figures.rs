//! The figures of drawings as tables: for renderings that do not draw, for copying and for screen readers.

pub(crate) mod data;
pub(crate) mod heat_map;
pub(crate) mod plot;
