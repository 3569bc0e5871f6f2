import { world } from '../router.ts';

const tokensMax = 20;

const tokensKey = (): string => `faxsim webhook tokens ${world.peek()}`;

/** The webhook tokens that this tab has seen in the world. Older attempts are signed with them, and code may still use one. */
export function tokensSeen(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(tokensKey()) ?? '[]');
    return Array.isArray(kept) ? kept.filter((token) => typeof token === 'string') : [];
  } catch {
    return []; // written by something else
  }
}

export function rememberToken(token: string): void {
  const known = tokensSeen();
  if (!known.includes(token)) sessionStorage.setItem(tokensKey(), JSON.stringify([...known, token].slice(-tokensMax)));
}
