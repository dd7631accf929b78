//! feedrate beside programs that know the same truth: fio, strace, those who read data sets, a browser, and file
//! systems that are full, read-only or broken; on several hosts; and the licences of what it is built of, and the Rust
//! versions that it needs, by Cargo. A peer that is missing fails its tests; what this kernel or user cannot do is
//! skipped, and says so.

mod calls;
mod data_sets;
mod derived_jobs;
mod devices;
mod examples;
mod experiments;
mod faults;
mod fio;
mod fio_outputs;
mod fio_tests;
mod hosts;
mod iologs;
mod iotest;
mod jobs;
mod kill;
mod licences;
mod loads;
mod loop_disk;
mod machine_code;
mod mapper;
mod memory;
mod metadata;
mod pages;
mod program;
mod rust_versions;
mod sessions_on_hosts;
mod slow;
mod strace;
mod streams_on_hosts;
mod studies;
mod throttle;
mod trace;
mod uring;
mod verify_states;
mod watched;
