//! The interface of a cluster, which the crate of its processes implements.

use std::fmt::Debug;
use std::sync::Arc;

use async_trait::async_trait;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::common::Result;
use datafusion::execution::SendableRecordBatchStream;
use datafusion::physical_plan::ExecutionPlan;
use datafusion::prelude::SessionConfig;

/// Executes plans on the machines of a cluster.
#[async_trait]
pub trait Cluster: Debug + Send + Sync {
    /// Returns the settings of its plans.
    fn config(&self) -> SessionConfig;

    /// Encodes a plan.
    ///
    /// # Errors
    ///
    /// Fails if the plan has a part that other processes cannot execute. The message says which.
    fn encode(&self, plan: Arc<dyn ExecutionPlan>) -> Result<Vec<u8>>;

    /// Executes an encoded plan, and returns when its rows are ready. `address` is the host and port of the scheduler.
    ///
    /// # Errors
    ///
    /// Fails if the scheduler cannot be reached or the plan fails there.
    async fn run(&self, address: &str, plan: Vec<u8>, schema: SchemaRef, config: &SessionConfig) -> Result<Ready>;
}

/// The rows of a plan that was executed.
pub struct Ready {
    /// The rows, which are fetched as they are read. Dropping the stream frees what is stored there.
    pub rows: SendableRecordBatchStream,
    /// The number of stages.
    pub stages: usize,
    /// The number of partitions of all stages, each of which was read or made by one task.
    pub partitions: usize,
}

impl Debug for Ready {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Ready")
            .field("stages", &self.stages)
            .field("partitions", &self.partitions)
            .finish_non_exhaustive()
    }
}
