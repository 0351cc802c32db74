/** The part of the browser's Trusted Types that is used here. Not every browser has them. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: () => string },
  ): { createScriptURL: (input: string) => URL }
}

/**
 * Lets the page start one script. The Content-Security-Policy allows the policy by its name, and it
 * leads to this script, whatever it is asked for. A page can create it only once.
 */
export function scriptUrl(policyName: string, url: string): URL | string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  try {
    const policy = trustedTypes?.createPolicy(policyName, { createScriptURL: () => url })
    return policy?.createScriptURL('') ?? url
  } catch {
    // Another server's Content-Security-Policy: then the script doesn't start.
    return url
  }
}
