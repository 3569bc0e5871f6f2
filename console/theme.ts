import { computed, effect, signal } from '@preact/signals';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const themeKey = 'faxsim-theme';

export const theme = signal<Theme>('system');

/** Shows the theme that the user chose before; `system` follows the preference of the browser. */
export function startTheme(): void {
  theme.value = themes.find((known) => known === localStorage.getItem(themeKey)) ?? 'system';
  effect(() => {
    if (theme.value === 'system') document.documentElement.removeAttribute('data-theme');
    else document.documentElement.dataset['theme'] = theme.value;
    localStorage.setItem(themeKey, theme.value);
  });
}

/** The theme that the button changes to. */
export const followingTheme = computed(
  (): Theme => themes[(themes.indexOf(theme.value) + 1) % themes.length] ?? 'system',
);

export function nextTheme(): void {
  theme.value = followingTheme.value;
}
