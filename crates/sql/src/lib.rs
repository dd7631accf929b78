//! PROC SQL.
