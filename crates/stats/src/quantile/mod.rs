//! Quantiles of values in ascending order.
//!
//! | | definition | used by |
//! |---|---|---|
//! | [`Definition`] | the five of SAS (QNTLDEF=), and the fifth with weights | procedures, functions |
//! | [`quantile`] | type 7 of R. J. Hyndman and Y. Fan, 1996: interpolated between neighbours | measurements |
//!
//! [`Definition::ranks`] returns the ranks of a percentile, for values in any storage; [`Percentiles`] finds many of
//! them among values that come one by one, or that [`select`] has put where they belong.

mod definition;
mod interpolated;
mod modes;
mod percentiles;
mod selection;

pub use definition::{Definition, Ranks};
pub use interpolated::quantile;
pub use modes::Modes;
pub use percentiles::Percentiles;
pub use selection::select;
