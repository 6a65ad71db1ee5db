"""Gaps of the graph with what became of them, and how often runs ask about what."""

import django.db.models.deletion
import medreview.common.clock
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("graphcurate", "0002_codes_without_default_limits"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Gap",
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
                ("code", models.CharField(blank=True, max_length=60)),
                ("name", models.CharField(blank=True, max_length=200)),
                ("how", models.CharField(max_length=20)),
                ("domain", models.CharField(blank=True, max_length=120)),
                ("biomarker", models.CharField(blank=True, max_length=120)),
                ("tier", models.CharField(blank=True, max_length=20)),
                ("units", models.JSONField(default=list)),
                ("laboratories", models.JSONField(default=list)),
                ("specimens", models.JSONField(default=list)),
                ("missed_at", models.DateTimeField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("open", "open"),
                            ("mapped", "mapped"),
                            ("known", "known"),
                            ("set_aside", "set_aside"),
                        ],
                        default="open",
                        max_length=12,
                    ),
                ),
                ("version", models.PositiveIntegerField(default=1)),
                ("settled_at", models.DateTimeField(null=True)),
                ("mapped_to", models.CharField(blank=True, max_length=120)),
                (
                    "why_aside",
                    models.CharField(
                        blank=True,
                        choices=[("not_laboratory", "not_laboratory"), ("ignored", "ignored")],
                        max_length=16,
                    ),
                ),
                ("reason", models.CharField(blank=True, max_length=280)),
                (
                    "settled_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Demand",
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
                ("biomarker", models.CharField(max_length=120)),
                ("week", models.DateField()),
                ("asked", models.PositiveIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name="TierCount",
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
                ("run", models.CharField(max_length=32, unique=True)),
                ("asked_at", models.DateTimeField(db_index=True)),
                ("algorithm", models.PositiveIntegerField(default=0)),
                ("domain_inference", models.PositiveIntegerField(default=0)),
                ("model_knowledge", models.PositiveIntegerField(default=0)),
                ("uncovered", models.PositiveIntegerField(default=0)),
                (
                    "release",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="graphcurate.release",
                    ),
                ),
            ],
            options={"abstract": False},
        ),
        migrations.AddField(
            model_name="lookupmiss",
            name="gap",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="misses",
                to="graphcurate.gap",
            ),
        ),
        migrations.AddIndex(
            model_name="lookupmiss",
            index=models.Index(fields=["created_at", "gap"], name="graph_misses_by_day"),
        ),
        migrations.AddIndex(
            model_name="gap",
            index=models.Index(fields=["state", "missed_at"], name="graph_gaps_by_demand"),
        ),
        migrations.AddConstraint(
            model_name="gap",
            constraint=models.UniqueConstraint(
                fields=("code", "name"), name="graph_one_gap_of_a_thing"
            ),
        ),
        migrations.AddConstraint(
            model_name="gap",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("settled_at__isnull", True), ("settled_by__isnull", True)),
                    models.Q(("settled_at__isnull", False), ("settled_by__isnull", False)),
                    _connector="OR",
                ),
                name="graph_gap_settled_by_and_at",
            ),
        ),
        migrations.AddConstraint(
            model_name="demand",
            constraint=models.UniqueConstraint(
                fields=("biomarker", "week"), name="graph_one_demand_of_a_week"
            ),
        ),
    ]
