import type { QueryClient } from '@tanstack/react-query'

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
