/** What statements of SQL do, by PostgreSQL's own parser, which is a program of WebAssembly that is loaded from a file. */
import { beforeAll, expect, test } from 'vitest'
import { loadSqlReader, type StatementReader } from '../../src/effects/index.js'
import { verifies } from '../verifies.js'

verifies('rehearsal:effect-of-statement')

let read: StatementReader
beforeAll(async () => {
  read = await loadSqlReader()
})

test.each([
  'SELECT 1',
  'select id, name from users where id = $1 order by name desc limit 10 offset 5',
  "SELECT count(*) AS n, date_trunc('day', at) FROM orders GROUP BY 2 HAVING count(*) > 1",
  "SELECT u.*, (SELECT max(total) FROM orders o WHERE o.user_id = u.id) FROM users u LEFT JOIN teams t USING (team_id) WHERE t.name ILIKE '%a%'",
  "WITH recent AS (SELECT * FROM orders WHERE at > now() - interval '7 days') SELECT sum(total)::numeric FROM recent",
  'SELECT a FROM t UNION ALL SELECT b FROM u EXCEPT VALUES (1), (2)',
  "SELECT data->>'state', data @> '{}'::jsonb FROM issues WHERE data ? 'x' AND id = ANY(ARRAY[1,2])",
  'SELECT row_number() OVER (PARTITION BY a ORDER BY b) FROM t WHERE c IS NOT NULL AND d BETWEEN 1 AND 2 AND e IN (3, 4)',
  "SELECT CASE WHEN a THEN 'x' ELSE coalesce(b, 'y') END FROM t, LATERAL (SELECT 1) s",
  'SELECT * FROM generate_series(1, 10) AS g(i) -- numbers\n',
  'SELECT /* all of them */ * FROM t; SELECT 2;',
  "SELECT 'DROP TABLE users', '; DELETE FROM t -- '",
  'EXPLAIN DELETE FROM users',
  'SHOW server_version',
])('%s reads', (statement) => {
  expect(read(statement)).toBe('read')
})

test.each([
  'DROP TABLE users',
  'delete from users where id = 1',
  'UPDATE users SET name = upper(name) WHERE id = 1',
  'TRUNCATE a, b',
  'ALTER TABLE users DROP COLUMN name',
  'WITH gone AS (DELETE FROM users RETURNING *) SELECT count(*) FROM gone',
  'SELECT 1; DROP TABLE users',
  'INSERT INTO t (a) VALUES (1) ON CONFLICT (a) DO UPDATE SET a = 2',
  'EXPLAIN ANALYZE DELETE FROM users',
  'EXPLAIN (ANALYZE, BUFFERS) UPDATE t SET a = 1',
  'SELECT * FROM (WITH x AS (UPDATE t SET a = 1 RETURNING a) SELECT * FROM x) y',
])('%s overwrites or removes', (statement) => {
  expect(read(statement)).toBe('destructive')
})

test.each([
  "INSERT INTO t (a, b) VALUES (1, 'x') RETURNING id",
  'INSERT INTO t SELECT * FROM u',
  'SELECT * INTO copy FROM users',
  'CREATE TABLE t (id int PRIMARY KEY, name text NOT NULL)',
  'WITH n AS (INSERT INTO t (a) VALUES (1) RETURNING a) SELECT * FROM n',
])('%s writes', (statement) => {
  expect(read(statement)).toBe('write')
})

test.each([
  '',
  ';',
  '-- nothing',
  'PRAGMA user_version = 2',
  "SELECT nextval('ids')",
  'SELECT pg_terminate_backend(1)',
  "SELECT set_config('a', 'b', false)",
  'SELECT my_function(1)',
  'SELECT evil.count(*) FROM t',
  "SELECT query_to_xml('DELETE FROM t', true, true, '')",
  "SELECT * FROM dblink('x', 'y') AS t(a int)",
  'SELECT a OPERATOR(evil.+) b FROM t',
  "SELECT 'x'::evil_domain",
  'SELECT * FROM t FOR UPDATE',
  "SELECT * FROM t ORDER BY nextval('ids')",
  "INSERT INTO t (a) VALUES (nextval('ids'))",
  'DELETE FROM t WHERE strange(a)',
  "COPY t TO PROGRAM 'rm -rf /'",
  'DO $$ BEGIN DELETE FROM t; END $$',
  'CALL purge()',
  'SET search_path TO evil',
  'BEGIN; SELECT 1; COMMIT',
  'VACUUM FULL',
  'EXECUTE stored(1)',
  'NOTIFY everybody',
  'GRANT ALL ON t TO public',
  // What another database reads otherwise.
  'SELECT 1 \0; DROP TABLE users',
  "SELECT 1 # '\n; DROP TABLE users -- '",
  'SELECT 1--1; DROP TABLE users',
  "SELECT 1 /*! INTO OUTFILE '/tmp/x' */",
  'SELECT 1 /* /* */ ; DROP TABLE users; -- */ */',
  'SELECT $$ ; DROP TABLE users; $$',
  "SELECT 'a\\'; DROP TABLE users; -- '",
  'SELECT `a` FROM b',
])('of %j nobody knows', (statement) => {
  expect(read(statement)).toBe('unknown')
})
