//! Pipes as the steps that use them see them: in one process by threads, and in several by running this program again.

#![cfg(test)]

mod apart;
mod deadlocks;
mod failures;
mod floods;
mod forged;
mod ground;
mod joined;
mod killed;
mod listeners;
mod secrets;
