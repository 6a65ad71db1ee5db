"""Where a gap was mapped, and what readers of the starter content passed over or agreed with."""

import django.db.models.deletion
import medreview.common.clock
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("graphcurate", "0004_curating"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="gap",
            name="change_set",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="gaps",
                to="graphcurate.changeset",
            ),
        ),
        migrations.CreateModel(
            name="PassedOver",
            fields=[
                (
                    "id",
                    models.CharField(
                        editable=False, max_length=32, primary_key=True, serialize=False
                    ),
                ),
                (
                    "created_at",
                    models.DateTimeField(default=medreview.common.clock.now, editable=False),
                ),
                (
                    "entry_kind",
                    models.CharField(
                        choices=[
                            ("biomarker", "biomarker"),
                            ("domain", "domain"),
                            ("thing", "thing"),
                            ("relation", "relation"),
                            ("source", "source"),
                        ],
                        max_length=12,
                    ),
                ),
                ("entry_key", models.CharField(max_length=200)),
                ("reason", models.CharField(max_length=280)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("entry_kind", "entry_key", "by"), name="graph_passed_over_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SecondReading",
            fields=[
                (
                    "id",
                    models.CharField(
                        editable=False, max_length=32, primary_key=True, serialize=False
                    ),
                ),
                (
                    "created_at",
                    models.DateTimeField(default=medreview.common.clock.now, editable=False),
                ),
                (
                    "entry_kind",
                    models.CharField(
                        choices=[
                            ("biomarker", "biomarker"),
                            ("domain", "domain"),
                            ("thing", "thing"),
                            ("relation", "relation"),
                            ("source", "source"),
                        ],
                        max_length=12,
                    ),
                ),
                ("entry_key", models.CharField(max_length=200)),
                ("content_hash", models.CharField(max_length=64)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "change_set",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="readings",
                        to="graphcurate.changeset",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("change_set", "entry_kind", "entry_key", "by"),
                        name="graph_second_reading_once",
                    )
                ],
            },
        ),
    ]
