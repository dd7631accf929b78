//! Pipes as the steps that use them see them: in one process by threads, and in several by running this program again.

#![cfg(test)]

mod common;
mod deadlocks;
mod encrypted;
mod failures;
mod floods;
mod forged;
mod joined;
mod killed;
mod listeners;
mod processes;
mod secrets;
mod tampered;
