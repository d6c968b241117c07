import { z } from 'zod';
import { interactive, placeholder } from './interactive.ts';

const focusable = { ...interactive, focus_on_load: z.boolean().optional() };

export const pickers = [
  z.strictObject({
    ...focusable,
    placeholder,
    type: z.literal('datepicker'),
    initial_date: z.iso.date().optional(),
  }),
  z.strictObject({
    ...focusable,
    placeholder,
    type: z.literal('timepicker'),
    initial_time: z.iso.time({ precision: -1 }).optional(),
    timezone: z.string().optional(),
  }),
  z.strictObject({
    ...focusable,
    type: z.literal('datetimepicker'),
    initial_date_time: z.int().min(1_000_000_000).max(9_999_999_999).optional(),
  }),
] as const;
