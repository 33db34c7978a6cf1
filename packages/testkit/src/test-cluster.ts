import pg from 'pg'

/** A node of the server that tests use: one, unless Citus distributes its databases. */
export interface TestNode {
  /** Of any database of it. */
  readonly url: string
  readonly admin: pg.Client
}

/**
 * The nodes behind an address, the one that is asked first: the coordinator of a Citus cluster knows its workers, a
 * plain server has none.
 */
export async function testNodes(url: string): Promise<readonly [TestNode, ...TestNode[]]> {
  const first = await openNode(url)
  const { rowCount } = await first.admin.query("select from pg_extension where extname = 'citus'")
  if (rowCount === 0) return [first]
  const { rows } = await first.admin.query<{ nodename: string; nodeport: number }>(
    'select nodename, nodeport from pg_dist_node where groupid <> 0 order by nodeid',
  )
  const workers = rows.map(({ nodename, nodeport }) => {
    const worker = new URL(url)
    worker.hostname = nodename
    worker.port = String(nodeport)
    return openNode(worker.href)
  })
  return [first, ...(await Promise.all(workers))]
}

async function openNode(url: string): Promise<TestNode> {
  const admin = new pg.Client({ connectionString: url })
  // A test may kill the node.
  admin.on('error', () => undefined)
  await admin.connect()
  return { url, admin }
}

/** Makes the empty databases of a name one that Citus distributes. Nothing for a plain server. */
export async function joinNodes(nodes: readonly TestNode[], name: string): Promise<void> {
  const [first, ...workers] = nodes
  if (first === undefined || workers.length === 0) return
  for (const { url } of nodes) await inDatabase(url, name, ['create extension citus'])
  await inDatabase(first.url, name, [
    telling('citus_set_coordinator_host', first.url),
    ...workers.map(({ url }) => telling('citus_add_node', url)),
  ])
}

function telling(method: string, url: string): string {
  const { hostname, port } = new URL(url)
  return `select ${method}('${hostname}', ${port})`
}

async function inDatabase(url: string, name: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl(url, name) })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Drops the database of a test on the node at this address, whoever is connected to it. */
export async function dropDatabase(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`drop database ${name} with (force)`)
  } finally {
    await client.end()
  }
}

/** Ends the connections to a template: the server copies only a database that nobody is connected to. */
export async function closeTemplate({ admin }: TestNode, name: string): Promise<void> {
  await admin.query(`alter database ${name} with is_template true allow_connections false`)
  // Citus itself keeps connections.
  await admin.query(
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${name}'`,
  )
}

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
