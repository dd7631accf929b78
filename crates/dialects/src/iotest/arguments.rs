//! The options: parsing, help, man page and completions are made from this definition.

use std::path::PathBuf;

use clap::Args;
use feedrate_workload::size;

/// Run the command line of iotest.sh or rhel_iotest.sh: write files, read them back
///
/// With -i, -b and -s it takes the form of iotest.sh: -i streams write a file of -b blocks of -s KB each and read it
/// back. With -t alone it takes the form of rhel_iotest.sh: a stream for each physical core, and files that are
/// together half as large again as memory. The lines of the scripts are printed, and beside them what they leave out.
#[derive(Args, Clone, Debug, Default)]
pub struct IotestArguments {
    /// The folder to be tested
    #[arg(short = 't', value_name = "FOLDER")]
    pub target: Option<PathBuf>,
    /// Streams at the same time, each with a file of its own (1 to 1024)
    #[arg(short = 'i', value_name = "STREAMS", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub streams: Option<u32>,
    /// Blocks of each file
    #[arg(short = 'b', value_name = "BLOCKS", value_parser = clap::value_parser!(u64).range(1..=1 << 40))]
    pub blocks: Option<u64>,
    /// The size of a block in KB of 1,024 bytes (1 to 1048576)
    #[arg(short = 's', value_name = "KB", value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    pub block_kb: Option<u64>,
    /// Without -i, -b and -s: the size of each file, such as 4G, in place of the one that memory asks for
    #[arg(long = "filesize", value_name = "SIZE", value_parser = size::parse_positive)]
    pub file_size: Option<u64>,
    /// Options in one word, as the form for Kubernetes takes them, such as '-i 3 -s 64 -b 10240'
    #[arg(long, value_name = "OPTIONS", allow_hyphen_values = true)]
    pub custom_args: Option<String>,
    /// Print the cold and durable rates in the lines of the scripts, in place of those that a script would print
    #[arg(long)]
    pub cold_durable: bool,
    /// Say what would be done, and do nothing
    #[arg(long)]
    pub explain: bool,
}
