import { useQuery } from '@tanstack/react-query'
import { useKeysStore } from '#state/keys/keys-store.ts'
import { credentialOptions } from './me-query.ts'

/** Loads what the service reports about each stored key. Use it once. */
export function CredentialLoads() {
  const storedKeys = useKeysStore((state) => state.keys)
  return storedKeys.map((key) => <CredentialLoad key={key.id} keyId={key.id} />)
}

function CredentialLoad({ keyId }: { keyId: string }) {
  useQuery(credentialOptions(keyId))
  return null
}
