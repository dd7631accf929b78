//! Several hosts on one machine, for tests of what runs on many.
//!
//! Each host has an address, a name (`n1`, `n2`, …) that the others resolve, process numbers from 1, and a `/tmp` and a
//! `/run`, all of its own by namespaces of the kernel. All else of the file system is shared, and plays the part of
//! shared storage. A further host, `head`, is the switch between them, and runs what a cluster has once.
//!
//! ```ignore
//! let Some(hosts) = Hosts::new("what the test is about") else {
//!     return;
//! };
//! let ssh = ssh::start(&hosts);
//! let output = ssh.command("n2", &["hostname"]).output();
//! hosts.cut("n2");
//! ```

mod covers;
mod enter;
mod figures;
pub mod host;
pub mod launcher;
mod leftovers;
pub mod network;
pub mod processes;
mod self_tests;
pub mod slurm;
pub mod ssh;
pub mod wait;

use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::program::skipped;
use host::Host;
use launcher::Launcher;
use network::{Line, Network, Subnet};

/// The host that is the switch.
const HEAD: &str = "head";

/// Some hosts, and the network between them and to the test. Dropped, it takes all of it away, with what still runs
/// there. Of a test that is killed only a folder stays, which the next one removes.
pub struct Hosts {
    // In the order in which they end.
    network: Network,
    hosts: Vec<Host>,
    head: Host,
    enter: Launcher,
    folder: tempfile::TempDir,
}

impl Hosts {
    /// Three hosts. `None`, after saying so, where that is not possible.
    pub fn new(test: &str) -> Option<Self> {
        Self::with_count(test, 3)
    }

    /// As many hosts as a test needs, up to 250. `None`, after saying so, where that is not possible.
    pub fn with_count(test: &str, count: u8) -> Option<Self> {
        // SAFETY: the call takes nothing and cannot fail.
        if unsafe { libc::geteuid() } != 0 {
            skipped(test, "only root may make hosts of its own");
            return None;
        }
        match Self::make(count) {
            Ok(hosts) => Some(hosts),
            Err(why) => {
                skipped(test, &format!("no hosts can be made here: {}", why.trim()));
                None
            }
        }
    }

    fn make(count: u8) -> Result<Self, String> {
        /// Held while a subnet is looked for, and until it is in use.
        static SUBNET: Mutex<()> = Mutex::new(());
        static MADE: AtomicU32 = AtomicU32::new(0);

        leftovers::sweep();
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let folder = leftovers::folder(number);
        let names: Vec<_> = (1..=count).map(|number| format!("n{number}")).collect();

        let choice = SUBNET.lock().unwrap_or_else(PoisonError::into_inner);
        let subnet = Subnet::free()?;
        let addresses = (1..=count).map(|number| subnet.address(number));
        let known: Vec<_> = names.iter().cloned().zip(addresses).collect();
        covers::write(folder.path(), subnet, &known);
        let head = Host::start(folder.path(), HEAD, subnet.head())?;
        let network = Network::start(leftovers::link(number), subnet, head.init())?;
        drop(choice);

        let mut hosts = Vec::new();
        for (name, address) in known {
            let host = Host::start(folder.path(), &name, address)?;
            network.plug(&host)?;
            hosts.push(host);
        }
        let enter = enter::write(folder.path(), hosts.iter().chain([&head]));
        Ok(Self {
            network,
            hosts,
            head,
            enter,
            folder,
        })
    }

    /// Each host but `head`, in order.
    pub fn all(&self) -> &[Host] {
        &self.hosts
    }

    /// A host by its name.
    pub fn host(&self, name: &str) -> &Host {
        let found = self.hosts.iter().find(|host| host.name() == name);
        found.unwrap_or_else(|| panic!("no host {name}"))
    }

    /// The host that is the switch. It is not cut off, and nothing of a test runs there.
    pub fn head(&self) -> &Host {
        &self.head
    }

    /// A folder of these hosts, which all of them and the test see.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The launcher that has no shell on its way, as `podman exec -i {host}` is.
    pub fn enter(&self) -> &Launcher {
        &self.enter
    }

    /// Takes a host off the network. What is sent is lost; connections, new ones too, wait and are not told.
    pub fn cut(&self, name: &str) {
        self.network.set_cable(self.host(name), "down");
    }

    /// Brings a host back.
    pub fn mend(&self, name: &str) {
        self.network.set_cable(self.host(name), "up");
    }

    /// Makes the line of a host slower, in both directions. An error says what this kernel lacks for it.
    pub fn shape(&self, name: &str, line: Line) -> Result<(), String> {
        self.network.shape(self.host(name), line)
    }
}
