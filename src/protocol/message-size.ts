/** The longest message that is taken on either side of a connection, unless its user says otherwise; bytes, 16 MiB. */
export const MESSAGE_BYTES = 16 * 1024 * 1024
