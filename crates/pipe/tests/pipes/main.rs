//! Pipes as the steps that use them see them: in one process by threads, and in several by running this program again.

#![cfg(test)]

mod apart;
mod circles;
mod doors;
mod failures;
mod floods;
mod forged;
mod ground;
mod joined;
mod killed;
mod secrets;
