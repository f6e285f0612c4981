import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { Buying, Opening } from './orders-by-hand.ts'

/** What is stored of orders, each call in one transaction. */
type Book = {
  /** The stored answers to these requests, by user and request. */
  answersOf(asked: readonly { userId: string; requestId: string }[]): Promise<ReadonlyMap<string, string>>
  buy(orders: readonly Buying[], stake: bigint): Promise<void>
  open(orders: readonly Opening[]): Promise<void>
}

const tables = `
  create table accounts (id text primary key, available bigint not null check (available >= 0), held bigint not null);
  create table requests (user_id text not null, id text not null, answer text not null, primary key (user_id, id));
  create table orders (id text primary key, user_id text not null, symbol text not null, amount bigint not null, state text not null,
    at bigint not null, due_ms bigint, open_price bigint);
  create index orders_of_user on orders (user_id, id);
  create index orders_due on orders (due_ms, id) where due_ms is not null;
  create table entries (order_id text not null, account text not null, amount bigint not null, at bigint not null);
  create index entries_of_account on entries (account, at);
  create table events (user_id text not null, seq bigint not null, body text not null, primary key (user_id, seq));`

/** Opens a new book for these people. `place`: a file of SQLite, or the URL of an empty PostgreSQL schema. */
export const openBook = (place: string, people: readonly string[]): Promise<Book> =>
  place.startsWith('postgres') ? onPostgres(place, people) : onSqlite(place, people)

async function onSqlite(path: string, people: readonly string[]): Promise<Book> {
  const file = new DatabaseSync(path)
  file.exec(`pragma journal_mode = wal; pragma synchronous = full; ${tables}`)
  const within = (work: () => void) => {
    file.exec('begin immediate')
    work()
    file.exec('commit')
  }
  const person = file.prepare('insert into accounts values (?, 1000000000000000, 0)')
  within(() => {
    for (const id of people) person.run(id)
  })
  const answer = file.prepare('select answer from requests where user_id = ? and id = ?')
  const request = file.prepare('insert into requests values (?, ?, ?)')
  const hold = file.prepare('update accounts set available = available - ?2, held = held + ?2 where id = ?1')
  const order = file.prepare("insert into orders values (?, ?, 'BTCUSDT', ?, 'accepted', ?, ?, null)")
  const entries = file.prepare("insert into entries values (?1, ?2, -?3, ?4), (?1, ?2 || ' held', ?3, ?4)")
  const events = file.prepare('insert into events values (?1, ?2 - 1, ?3), (?1, ?2, ?3)')
  const event = file.prepare('insert into events values (?, ?, ?)')
  const opened = file.prepare(
    "update orders set state = 'open', open_price = 1, due_ms = ? where id = ? and state = 'accepted'",
  )
  return {
    answersOf: async (asked) =>
      new Map(
        asked.flatMap(({ userId, requestId }) => {
          const row = answer.get(userId, requestId)
          return row ? [[`${userId} ${requestId}`, String(row.answer)]] : []
        }),
      ),
    buy: async (orders, stake) =>
      within(() => {
        for (const { userId, requestId, id, seq, at, answer } of orders) {
          request.run(userId, requestId, answer)
          hold.run(userId, stake)
          order.run(id, userId, stake, at, at + 1_000)
          entries.run(id, userId, stake, at)
          events.run(userId, seq, answer)
        }
      }),
    open: async (orders) =>
      within(() => {
        for (const { userId, id, seq, at } of orders) {
          opened.run(at + 300_000, id)
          event.run(userId, seq, JSON.stringify({ id, state: 'open', price: '1' }))
        }
      }),
  }
}

async function onPostgres(url: string, people: readonly string[]): Promise<Book> {
  // One for orders, one for openings.
  const pool = new pg.Pool({
    connectionString: url,
    max: 2,
    // As the server has it. At the default, an update of 32 orders scans the whole table.
    onConnect: async (client) => {
      await client.query('set random_page_cost = 1.1')
    },
  })
  await pool.query(tables)
  await pool.query('insert into accounts select id, 1000000000000000, 0 from unnest($1::text[]) as id', [people])
  const run = (name: string, text: string, rows: readonly object[]) =>
    pool.query({
      name,
      text,
      values: [JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value))],
    })
  return {
    answersOf: async (asked) => {
      const { rows } = await run(
        'answers',
        `select user_id, requests.id, answer from json_to_recordset($1) as o ("userId" text, "requestId" text)
          join requests on user_id = "userId" and requests.id = "requestId"`,
        asked.map(({ userId, requestId }) => ({ userId, requestId })),
      )
      return new Map(rows.map(({ user_id, id, answer }) => [`${user_id} ${id}`, answer]))
    },
    buy: async (orders, stake) => {
      await run(
        'buy',
        `with o as materialized (select * from json_to_recordset($1)
            as o ("userId" text, "requestId" text, id text, seq bigint, at bigint, answer text, stake bigint)),
          r as (insert into requests select "userId", "requestId", answer from o),
          a as (update accounts set available = available - sum, held = held + sum
            from (select "userId", sum(stake) as sum from o group by 1) as s where accounts.id = "userId"),
          b as (insert into orders select id, "userId", 'BTCUSDT', stake, 'accepted', at, at + 1000, null from o),
          e as (insert into entries select id, "userId", -stake, at from o union all select id, "userId" || ' held', stake, at from o)
          insert into events select "userId", seq - 1, answer from o union all select "userId", seq, answer from o`,
        orders.map((order) => ({ ...order, stake })),
      )
    },
    open: async (orders) => {
      await run(
        'open',
        `with o as materialized (select * from json_to_recordset($1) as o ("userId" text, id text, seq bigint, at bigint)),
          b as (update orders set state = 'open', open_price = 1, due_ms = o.at + 300000 from o where orders.id = o.id and state = 'accepted')
          insert into events select "userId", seq, '{"id":"' || id || '","state":"open","price":"1"}' from o`,
        orders,
      )
    },
  }
}
