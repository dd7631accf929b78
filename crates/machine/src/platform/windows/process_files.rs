//! Windows has no files about processes.
