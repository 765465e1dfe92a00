/**
 * Only `sqlite/sqlite-database.ts` and `postgres/postgres-driver.ts` know a driver; `private-file.ts` makes files that only their
 * owner may read.
 */
export { openPostgresDatabase, type PostgresDatabase } from './postgres/postgres-database.js'
export {
  checkPostgresDriver,
  type PostgresConnection,
  type PostgresConnectionOptions,
  type PostgresRow,
  type PostgresValue,
  type RunStatement,
} from './postgres/postgres-driver.js'
export { isBrokenConnection, isTimeout } from './postgres/postgres-failures.js'
export { type PostgresAddress, parsePostgresUrl } from './postgres/postgres-url.js'
export { sqlName } from './postgres/sql-name.js'
export { claimFolder, claimPrivateFile, refuseSymbolicLinks } from './private-file.js'
export {
  checkSqliteDriver,
  openSqliteDatabase,
  openSqliteToRead,
  type SqliteDatabase,
  type SqliteRow,
  type SqliteValue,
} from './sqlite/sqlite-database.js'
export { type LockPatience, whenUnlocked } from './sqlite/when-unlocked.js'
