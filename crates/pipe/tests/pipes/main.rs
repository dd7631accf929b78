//! Pipes as the steps that use them see them: in one process by threads, and in several by running this program again.

#![cfg(test)]

mod common;
mod deadlocks;
mod encrypted;
mod failures;
#[cfg(unix)]
mod floods;
#[cfg(unix)]
mod forged;
mod joined;
#[cfg(unix)]
mod killed;
#[cfg(unix)]
mod listeners;
#[cfg(unix)]
mod processes;
#[cfg(unix)]
mod secrets;
mod tampered;
