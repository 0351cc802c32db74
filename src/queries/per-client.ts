import { hashKey, type QueryClient } from '@tanstack/react-query'
import type { BoardSession } from '#model/board-ref.ts'
import { keys } from './keys.ts'

/** A value of each QueryClient, made when it is first needed. It lives as long as the client. */
export function perClient<Value extends object>(
  create: (queryClient: QueryClient) => Value,
): (queryClient: QueryClient) => Value {
  const values = new WeakMap<QueryClient, Value>()
  return (queryClient) => {
    const value = values.get(queryClient) ?? create(queryClient)
    values.set(queryClient, value)
    return value
  }
}

/** The same for each board with its key and project. */
export function perSession<Value>(
  create: (queryClient: QueryClient, session: BoardSession) => Value,
): (queryClient: QueryClient, session: BoardSession) => Value {
  const valuesOf = perClient(() => new Map<string, Value>())
  return (queryClient, session) => {
    const values = valuesOf(queryClient)
    const hash = hashKey(keys.board(session))
    const value = values.get(hash) ?? create(queryClient, session)
    values.set(hash, value)
    return value
  }
}
