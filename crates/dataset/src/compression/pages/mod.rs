//! Pages of compressed rows, on bytes.
//!
//! | module | contents |
//! |---|---|
//! | `front` | the header and the description of a new file |
//! | `rows` | new pages |
//! | `unpack` | the rows of a page that is read |
//! | `filler` | rows on a page that exists |
//! | `place` | where single rows lie |
//! | `extension` | rows behind those of an existing file |
//! | `in_place` | rows of an existing file that are changed |

pub(crate) mod extension;
pub(crate) mod filler;
pub(crate) mod front;
pub(crate) mod in_place;
pub(crate) mod place;
pub(crate) mod rows;
mod unpack;
