//! The data sets that are attacked: the programs that change them, the folders in which they lie, and their contents.

pub mod acts;
pub mod damage;
pub mod disk;
pub mod stock;
pub mod xport;
