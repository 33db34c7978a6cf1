import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

/** Parts of all tables that belong together, which Citus would move from one node to another. */
export interface Move {
  /** As `host:port`. */
  readonly from: string
  readonly to: string
  /** How many companies lie in them. */
  readonly companies: number
  readonly tables: number
  /** On the disk, with indexes. */
  readonly bytes: number
}

/** What a node holds now. */
export interface NodeLoad {
  readonly node: string
  readonly companies: number
  /** Parts of the companies' tables, each for a range of companies. */
  readonly parts: number
  readonly bytes: number
}

/** The parts that Citus would move so that its nodes hold about as much; as the owner of the database. Moves nothing. */
export async function plannedMoves(owner: Tx): Promise<readonly Move[]> {
  return await owner.query<Move>(sql`
    with plan as (
      -- The plan itself counts no sizes of tables that go along with another.
      select p.sourcename, p.sourceport, p.targetname, p.targetport, s.shardminvalue, c.shard_size
      from get_rebalance_table_shards_plan() p join pg_dist_shard s using (shardid)
      join citus_shards c on c.shardid = p.shardid and c.nodename = p.sourcename and c.nodeport = p.sourceport),
    heads as (select shardid, shardminvalue from pg_dist_shard where logicalrelid = 'public.empresa'::regclass),
    companies as materialized (select distinct empresa_id from public.empresa),
    places as (
      select get_shard_id_for_distribution_column('public.empresa', empresa_id) as shardid from companies)
    select p.sourcename || ':' || p.sourceport as "from", p.targetname || ':' || p.targetport as "to",
      (select count(*)::int from places x join heads h using (shardid) where h.shardminvalue = p.shardminvalue) as companies,
      count(*)::int as tables, sum(p.shard_size)::int8 as bytes
    from plan p group by p.shardminvalue, p.sourcename, p.sourceport, p.targetname, p.targetport
    order by 1, 2, p.shardminvalue`)
}

/** What each node holds; as the owner of the database. */
export async function nodeLoads(owner: Tx): Promise<readonly NodeLoad[]> {
  return await owner.query<NodeLoad>(sql`
    with companies as materialized (select distinct empresa_id from public.empresa),
    places as (
      select get_shard_id_for_distribution_column('public.empresa', empresa_id) as shardid from companies)
    select s.nodename || ':' || s.nodeport as node,
      (select count(*)::int from places x join citus_shards h on h.shardid = x.shardid
        where h.nodename = s.nodename and h.nodeport = s.nodeport) as companies,
      count(*) filter (where s.table_name = 'public.empresa'::regclass)::int as parts,
      coalesce(sum(s.shard_size), 0)::int8 as bytes
    from citus_shards s where s.citus_table_type = 'distributed'
    group by s.nodename, s.nodeport order by 1`)
}
